import { Flag, Icon, SportIcon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Logo } from '#ui/Logo.tsx'
import { NOTICE_KINDS, Notice, STATUS_KINDS, StatusMark } from '#ui/Notice.tsx'
import { KeyList } from '#ui/KeyList.tsx'
import { ConnectionBadge, EmptyState, ErrorState } from '#ui/States.tsx'
import type { BadgeState } from '#ui/States.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'
import { Group, Sample } from './Sample.tsx'

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
const BADGES: readonly BadgeState[] = ['live', 'connecting', 'stale', 'refused', 'off']

export function Signs() {
  return (
    <>
      <Group name="Notice: 5 kinds">
        {NOTICE_KINDS.map((kind) => (
          <Sample key={kind} name={kind} wide>
            <Notice kind={kind} action={{ label: 'Принять', onPress: () => {} }}>
              Коэффициент изменился
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
        <Tooltip text="Актобе выигрывает, играет вничью или проигрывает в один мяч">Фора 1 (+1)</Tooltip>
      </Group>
      <Group name="EmptyState, ErrorState">
        <Sample name="empty" wide>
          <EmptyState action={{ label: 'Напомнить', onPress: () => {} }}>Сейчас нет live-тенниса. Следующий матч в 14:20</EmptyState>
        </Sample>
        <Sample name="error" wide>
          <ErrorState safe="Деньги не списаны." onRetry={() => {}} code="1488" />
        </Sample>
      </Group>
      <Group name="KeyList">
        <KeyList enabled onToggle={() => {}} />
      </Group>
    </>
  )
}
