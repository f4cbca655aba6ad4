import { useState } from 'react'
import { Button, IconButton, OptionButton } from '#ui/Button.tsx'
import { Chip, ChipRow, Tag } from '#ui/Chip.tsx'
import { LOADER_KINDS, Loader } from '#ui/Loader.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'
import { Group, Sample } from './Sample.tsx'
import { useGalleryTexts } from './texts.ts'

const KINDS = ['accent', 'primary', 'plain', 'quiet', 'danger'] as const

export function Controls() {
  return (
    <>
      <Buttons />
      <Options />
      <Chips />
      <Choices />
      <Loaders />
      <Skeletons />
    </>
  )
}

function Buttons() {
  const text = useGalleryTexts()
  return (
    <Group name="Button: kinds, sizes, loading, disabled">
      {KINDS.map((name) => (
        <Sample key={name} name={name}>
          <Button kind={name}>{text('gallery_place')}</Button>
        </Sample>
      ))}
      <Sample name="icon">
        <Button icon="share">{text('gallery_share')}</Button>
      </Sample>
      <Sample name="small">
        <Button size="small">{text('gallery_all')}</Button>
      </Sample>
      <Sample name="loading">
        <Button kind="primary" loading>
          {text('gallery_deposit')}
        </Button>
      </Sample>
      <Sample name="accent loading">
        <Button kind="accent" loading>
          {text('gallery_place')}
        </Button>
      </Sample>
      <Sample name="disabled">
        <Button disabled>{text('gallery_unavailable')}</Button>
      </Sample>
      <Sample name="IconButton">
        <IconButton icon="star" label={text('gallery_favorite_add')} />
      </Sample>
      <Sample name="filled">
        <IconButton icon="star" filled label={text('gallery_favorite_remove')} />
      </Sample>
      <Sample name="large, wide" wide>
        <Button kind="accent" size="large" wide>
          {text('gallery_accept_changes')}
        </Button>
      </Sample>
    </Group>
  )
}

function Options() {
  const text = useGalleryTexts()
  const [option, setOption] = useState(1)
  return (
    <Group name="OptionButton">
      {[1, 2].map((value) => (
        <Sample key={value} name={value === option ? 'selected' : 'normal'} wide>
          <OptionButton
            selected={value === option}
            icon={value === 1 ? 'sport' : 'casino'}
            note={text('gallery_up_to')}
            onClick={() => setOption(value)}
          >
            {value === 1 ? text('gallery_bonus_sport') : text('gallery_bonus_casino')}
          </OptionButton>
        </Sample>
      ))}
      <Sample name="disabled" wide>
        <OptionButton selected={false} disabled>
          {text('gallery_bonus_none')}
        </OptionButton>
      </Sample>
    </Group>
  )
}

function Chips() {
  const text = useGalleryTexts()
  return (
    <Group name="Chip, Tag">
      <ChipRow label="time">
        <Chip selected>{text('gallery_all')}</Chip>
        <Chip count={1204}>{text('gallery_today')}</Chip>
        <Chip icon="calendar">22.11</Chip>
        <Chip disabled>{text('gallery_none')}</Chip>
      </ChipRow>
      <Tag>NEW</Tag>
    </Group>
  )
}

function Choices() {
  const text = useGalleryTexts()
  const [tab, setTab] = useState<'all' | 'popular' | 'builder' | 'goals'>('all')
  const [kind, setKind] = useState<'single' | 'express' | 'system'>('express')
  const [side, setSide] = useState<'coupon' | 'bets'>('coupon')
  return (
    <Group name="Tabs, SegmentedControl">
      <Sample name="Tabs" wide>
        <Tabs
          label="markets"
          value={tab}
          onChange={setTab}
          items={[
            { key: 'all', label: text('gallery_all'), count: 214 },
            { key: 'popular', label: text('gallery_popular') },
            { key: 'builder', label: text('gallery_builder'), disabled: true },
            { key: 'goals', label: text('gallery_goals') },
          ]}
        />
      </Sample>
      <Sample name="Tabs, fill" wide>
        <Tabs
          fill
          label="coupon"
          value={side}
          onChange={setSide}
          items={[
            { key: 'coupon', label: text('gallery_coupon'), count: 2 },
            { key: 'bets', label: text('gallery_my_bets'), count: 5 },
          ]}
        />
      </Sample>
      <Sample name="SegmentedControl" wide>
        <SegmentedControl
          label="kind"
          value={kind}
          onChange={setKind}
          items={[
            { key: 'single', label: text('gallery_singles') },
            { key: 'express', label: text('gallery_express') },
            { key: 'system', label: text('gallery_system') },
          ]}
        />
      </Sample>
    </Group>
  )
}

function Loaders() {
  return (
    <Group name="Loader: kinds, compact">
      {LOADER_KINDS.map((name) => (
        <Sample key={name} name={name}>
          <Loader kind={name} />
        </Sample>
      ))}
      {LOADER_KINDS.map((name) => (
        <Sample key={name} name={`${name}, compact`}>
          <Loader kind={name} compact />
        </Sample>
      ))}
    </Group>
  )
}

function Skeletons() {
  return (
    <Group name="Skeleton">
      <Sample name="text">
        <Skeleton width="120px" />
      </Sample>
      <Sample name="cell">
        <Skeleton width="58px" height="32px" />
      </Sample>
      <Sample name="round">
        <Skeleton width="36px" height="36px" round />
      </Sample>
      <Sample name="rows" wide>
        <SkeletonRows rows={3} />
      </Sample>
    </Group>
  )
}
