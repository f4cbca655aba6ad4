import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PickField } from '#platform/web/PickField.tsx'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { keepPriceView } from '#platform/web/price-view.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { oneClickOf, withOneClick } from '#platform/web/one-click.ts'
import { PRICE_POLICIES, withPolicy, type PricePolicy } from '#platform/web/price-policy.ts'
import { useSession } from '#platform/web/session.tsx'
import { usePreference, type CouponSettings } from '#platform/web/storage.ts'
import { useSite } from '#platform/web/features.tsx'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { CheckBox } from '#ui/Field.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { saveSettingCall, settingsCall } from '../../contract.ts'
import { Mailing } from './Mailing.tsx'
import { PushChoices } from './PushChoices.tsx'
import { useSwitch } from './use-switch.ts'
import styles from './Office.module.css'
import type { Route } from './+types/settings.screen.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')
type ShellTexts = typeof import('../../../../../locales/ru/shell.json')

/** Ids of the wire (rules/settings.ts). */
const SETTING = {
  priceChanges: 1,
  oneClick: 2,
  oddsFormat: 3,
  newDevice: 5,
  betResult: 6,
  lastSession: 7,
  failedPayment: 8,
  askHalf: 9,
} as const
const ODDS_VIEWS = [0, 1, 2, 4, 5, 6] as const
const SETTINGS_KEY = ['settings'] as const

type Values = Readonly<Record<number, number>>
type Answered = (isTaken: boolean) => void
type Setting = readonly [id: number, value: number, answered?: Answered | undefined]

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'office_settings')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

async function readSettings(signal: AbortSignal): Promise<Values> {
  const answer = (await call<typeof settingsCall>('GET', '/api/web/user/v1/settings', { auth: 'token', signal })) as unknown as {
    data: { attributes: { setting_id: number; setting_value: number } }[]
  }
  return Object.fromEntries(answer.data.map(({ attributes }) => [attributes.setting_id, attributes.setting_value]))
}

export default function Settings() {
  const text = useTexts<AccountTexts>('account')
  const { data, isError, refetch } = useQuery({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => readSettings(signal) })
  const save = useSwitch<Values, Setting>({
    queryKey: SETTINGS_KEY,
    apply: (values, [id, value]) => ({ ...values, [id]: value }),
    undo: ([id], before) => [id, before[id] ?? 0],
    send: async ([id, value, answered]) => {
      const body = { setting_id: id, setting_value: value }
      try {
        await call<typeof saveSettingCall>('POST', '/web-api/office/savesetting', { auth: 'token', body })
      } catch (error) {
        answered?.(false)
        throw error
      }
      answered?.(true)
    },
  })
  if (isError && !data)
    return (
      <OfficeCard title={text('office_settings')}>
        <ErrorState onRetry={() => void refetch()} />
      </OfficeCard>
    )
  if (!data)
    return (
      <OfficeCard title={text('office_settings')}>
        <SkeletonRows rows={5} />
      </OfficeCard>
    )
  const set: PartProps['set'] = (...setting) => save(setting)
  return (
    <>
      <BettingSettings values={data} set={set} />
      <OfficeCard title={text('notices')}>
        <Toggle id={SETTING.newDevice} values={data} set={set} label={text('set_new_device')} />
        <Toggle id={SETTING.betResult} values={data} set={set} label={text('set_bet_result')} />
        <Toggle id={SETTING.lastSession} values={data} set={set} label={text('set_last_session')} />
        <Toggle id={SETTING.failedPayment} values={data} set={set} label={text('set_failed_payment')} />
      </OfficeCard>
      <Mailing />
      <PushChoices />
      <OfficeCard title={text('sports_hidden')} lead={text('sports_hidden_lead')}>
        <SiteLink to="/office/settings/disallow-sports" className={styles.link}>
          {text('sports_choose')}
        </SiteLink>
      </OfficeCard>
    </>
  )
}

interface PartProps {
  values: Values
  set: (...setting: Setting) => void
}

function Toggle({ id, values, set, label }: PartProps & { id: number; label: string }) {
  return (
    <CheckBox toggle checked={values[id] === 1} onChange={(on) => set(id, on ? 1 : 0)}>
      {label}
    </CheckBox>
  )
}

/**
 * A choice that this browser keeps too, so that it holds at once. When all that was chosen has been answered, it keeps what the
 * account took last.
 */
function useKeptHere<V>(now: V, keep: (value: V) => void, send: (value: V, answered: Answered) => void): (value: V) => void {
  const sent = useRef({ count: 0, taken: now })
  return (value) => {
    const state = sent.current
    if (state.count === 0) state.taken = now
    state.count += 1
    keep(value)
    send(value, (isTaken) => {
      state.count -= 1
      if (isTaken) state.taken = value
      if (state.count === 0 && state.taken !== value) keep(state.taken)
    })
  }
}

const NO_CHOICES: CouponSettings = {}

/** The coupon's own choices of this browser, so that what is set here is what it does; the account keeps them too. */
function useCouponChoices(values: Values, set: PartProps['set']) {
  const { player } = useSession()
  const [choices, change] = usePreference('couponSettings', NO_CHOICES)
  const own = choices.policies?.[String(player?.id ?? 0)] as PricePolicy | undefined
  const policy = own ? PRICE_POLICIES.indexOf(own) : -1
  const policyNow = policy < 0 ? (values[SETTING.priceChanges] ?? 0) : policy
  const oneClick = oneClickOf(choices, player?.id ?? null).on
  return {
    policy: policyNow,
    choosePolicy: useKeptHere(
      policyNow,
      (value) => change((stored) => withPolicy(stored, player?.id ?? null, PRICE_POLICIES[value]!)),
      (value, answered) => set(SETTING.priceChanges, value, answered),
    ),
    oneClick,
    turnOneClick: useKeptHere(
      oneClick,
      (on) => player && change((stored) => withOneClick(stored, player.id, { on })),
      (on, answered) => set(SETTING.oneClick, on ? 1 : 0, answered),
    ),
  }
}

/** Beginning with what asks most. */
const POLICY_ORDER = [0, 2, 3, 4, 5, 1] as const

function BettingSettings({ values, set }: PartProps) {
  const text = useTexts<AccountTexts>('account')
  const shell = useTexts<ShellTexts>('shell')
  const { coefView, config } = useSite()
  const choices = useCouponChoices(values, set)
  const [view] = usePreference('coefView', coefView)
  const name = (value: number) => shell(`odds_view_${value === 3 ? 0 : value}` as keyof ShellTexts as never)
  const choose = useKeptHere(view, keepPriceView, (value, answered) => set(SETTING.oddsFormat, value, answered))
  return (
    <OfficeCard title={text('betting_settings')}>
      <div className={styles.setting}>
        <span>{text('set_price_changes')}</span>
        <PickField
          className={styles.pick}
          label={text('set_price_changes')}
          hideLabel
          small
          options={POLICY_ORDER.map((value) => ({ value, name: text(`price_changes_${value}`) }))}
          value={choices.policy}
          onChange={choices.choosePolicy}
        />
      </div>
      <div className={styles.setting}>
        <span>{shell('odds_format')}</span>
        <PickField
          className={styles.pick}
          label={shell('odds_format')}
          hideLabel
          small
          options={ODDS_VIEWS.map((value) => ({ value, name: name(value) }))}
          value={view === 3 ? 0 : view}
          onChange={choose}
        />
      </div>
      {config.coupon.types.includes('oneClick') ? (
        <div className={styles.setting}>
          <CheckBox toggle checked={choices.oneClick} onChange={choices.turnOneClick}>
            {text('set_one_click')}
          </CheckBox>
          <small>{text('set_one_click_hint')}</small>
        </div>
      ) : null}
      <Toggle id={SETTING.askHalf} values={values} set={set} label={text('set_ask_half')} />
    </OfficeCard>
  )
}
