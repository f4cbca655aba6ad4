import { useState } from 'react'
import { Button, IconButton, OptionButton } from '#ui/Button.tsx'
import { Chip, ChipRow, Tag } from '#ui/Chip.tsx'
import { LOADER_KINDS, Loader } from '#ui/Loader.tsx'
import { SegmentedControl, Tabs } from '#ui/Tabs.tsx'
import { Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'
import { Group, Sample } from './Sample.tsx'

const KINDS = ['accent', 'primary', 'plain', 'quiet', 'danger'] as const

export function Controls() {
  const [tab, setTab] = useState<'all' | 'popular' | 'builder' | 'goals'>('all')
  const [kind, setKind] = useState<'single' | 'express' | 'system'>('express')
  const [side, setSide] = useState<'coupon' | 'bets'>('coupon')
  const [option, setOption] = useState(1)
  return (
    <>
      <Group name="Button: kinds, sizes, loading, disabled">
        {KINDS.map((name) => (
          <Sample key={name} name={name}>
            <Button kind={name}>Поставить</Button>
          </Sample>
        ))}
        <Sample name="icon">
          <Button icon="share">Поделиться</Button>
        </Sample>
        <Sample name="small">
          <Button size="small">Все</Button>
        </Sample>
        <Sample name="loading">
          <Button kind="primary" loading>
            Пополнить
          </Button>
        </Sample>
        <Sample name="accent loading">
          <Button kind="accent" loading>
            Поставить
          </Button>
        </Sample>
        <Sample name="disabled">
          <Button disabled>Недоступно</Button>
        </Sample>
        <Sample name="IconButton">
          <IconButton icon="star" label="В избранное" />
        </Sample>
        <Sample name="filled">
          <IconButton icon="star" filled label="Убрать из избранного" />
        </Sample>
        <Sample name="large, wide" wide>
          <Button kind="accent" size="large" wide>
            Принять изменения
          </Button>
        </Sample>
      </Group>
      <Group name="OptionButton">
        {[1, 2].map((value) => (
          <Sample key={value} name={value === option ? 'selected' : 'normal'} wide>
            <OptionButton
              selected={value === option}
              icon={value === 1 ? 'sport' : 'casino'}
              note="до 100 000 ₸"
              onClick={() => setOption(value)}
            >
              {value === 1 ? 'Бонус на спорт' : 'Бонус в казино'}
            </OptionButton>
          </Sample>
        ))}
        <Sample name="disabled" wide>
          <OptionButton selected={false} disabled>
            Без бонуса
          </OptionButton>
        </Sample>
      </Group>
      <Group name="Chip, Tag">
        <ChipRow label="time">
          <Chip selected>Все</Chip>
          <Chip count={1204}>Сегодня</Chip>
          <Chip icon="calendar">22.11</Chip>
          <Chip disabled>Нет</Chip>
        </ChipRow>
        <Tag>NEW</Tag>
      </Group>
      <Group name="Tabs, SegmentedControl">
        <Sample name="Tabs" wide>
          <Tabs
            label="markets"
            value={tab}
            onChange={setTab}
            items={[
              { key: 'all', label: 'Все', count: 214 },
              { key: 'popular', label: 'Популярные' },
              { key: 'builder', label: 'Конструктор', disabled: true },
              { key: 'goals', label: 'Голы' },
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
              { key: 'coupon', label: 'Купон', count: 2 },
              { key: 'bets', label: 'Мои ставки', count: 5 },
            ]}
          />
        </Sample>
        <Sample name="SegmentedControl" wide>
          <SegmentedControl
            label="kind"
            value={kind}
            onChange={setKind}
            items={[
              { key: 'single', label: 'Ординары' },
              { key: 'express', label: 'Экспресс' },
              { key: 'system', label: 'Система' },
            ]}
          />
        </Sample>
      </Group>
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
    </>
  )
}
