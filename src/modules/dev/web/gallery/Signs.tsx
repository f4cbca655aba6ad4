import { Flag, Icon, SportIcon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Logo } from '#ui/Logo.tsx'
import { NOTICE_KINDS, Notice, STATUS_KINDS, StatusMark } from '#ui/Notice.tsx'
import { KeyList } from '#ui/KeyList.tsx'
import { ConnectionBadge, EmptyState, ErrorState } from '#ui/States.tsx'
import type { BadgeState } from '#ui/States.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'
import { Group, Sample } from './Sample.tsx'
import { useGalleryTexts } from './texts.ts'

const ICONS: readonly IconName[] = [
  'star',
  'search',
  'bolt',
  'coupon',
  'live',
  'casino',
  'menu',
  'lock',
  'user',
  'wallet',
  'bell',
  'filter',
  'history',
  'promo',
  'arrow-right',
  'chevron-right',
]
const BADGES: readonly BadgeState[] = ['live', 'connecting', 'stale', 'silent', 'refused', 'off']

export function Signs() {
  const text = useGalleryTexts()
  return (
    <>
      <Group name="Notice: 5 kinds">
        {NOTICE_KINDS.map((kind) => (
          <Sample key={kind} name={kind} wide>
            <Notice kind={kind} action={{ label: text('gallery_accept'), onPress: () => {} }}>
              {text('gallery_price_changed')}
            </Notice>
          </Sample>
        ))}
      </Group>
      <Group name="StatusMark: 8 kinds">
        {STATUS_KINDS.map((kind) => (
          <StatusMark key={kind} kind={kind}>
            {kind}
          </StatusMark>
        ))}
      </Group>
      <Group name="ConnectionBadge">
        {BADGES.map((state) => (
          <ConnectionBadge key={state} state={state} ageMs={7400} />
        ))}
      </Group>
      <Group name="Icon, SportIcon, Flag, Logo">
        {ICONS.map((name) => (
          <Icon key={name} name={name} flip={name.includes('right')} />
        ))}
        {[1, 2, 3, 4, 6, 9, 10, 66, 97, 44].map((id) => (
          <SportIcon key={id} sportId={id} />
        ))}
        {['kz', 'ge', 'br', 'in', 'uz', '??'].map((code) => (
          <Flag key={code} country={code} />
        ))}
        <Logo word="polosa" />
      </Group>
      <Group name="Tooltip">
        <Tooltip text={text('gallery_tip')}>{text('gallery_handicap')}</Tooltip>
      </Group>
      <Group name="EmptyState, ErrorState">
        <Sample name="empty" wide>
          <EmptyState action={{ label: text('gallery_remind'), onPress: () => {} }}>{text('gallery_nothing_live')}</EmptyState>
        </Sample>
        <Sample name="error" wide>
          <ErrorState safe={text('gallery_money_safe')} onRetry={() => {}} code="1488" />
        </Sample>
      </Group>
      <Group name="KeyList">
        <KeyList enabled onToggle={() => {}} />
      </Group>
    </>
  )
}
