import type { ReactNode } from 'react'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { Notice, type NoticeKind } from '#ui/Notice.tsx'
import { Money, Num, Price } from '#ui/Num.tsx'
import { useUi } from '#ui/settings.tsx'
import type { Coupon, CouponProblem } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useCouponTexts } from './texts.ts'
import { legLines } from './leg-text.ts'
import { useRichText } from './rich-text.tsx'
import styles from './coupon.module.css'

const KINDS: Partial<Readonly<Record<CouponProblem['key'], NoticeKind>>> = {
  price_up: 'success',
  max_win: 'info',
  leg_closed: 'error',
  incompatible: 'error',
}

/** One problem with the one press that mends it (ux 6.4). */
export function ProblemNotice({ problem, coupon }: { problem: CouponProblem; coupon: Coupon }) {
  const { act, store } = useCouponContext()
  const words = useProblemWords(problem, coupon)
  if (!words) return null
  // In the notice a price is only accepted; the coupon's button accepts and places.
  const press = () => (problem.fix.do === 'accept' ? store.dispatch({ do: 'accept' }) : act(problem.fix))
  return (
    <Notice
      plain
      className={styles.note ?? ''}
      kind={KINDS[problem.key] ?? 'warning'}
      action={words.action ? { label: words.action, onPress: press } : undefined}
    >
      {words.message}
    </Notice>
  )
}

function useProblemWords(problem: CouponProblem, coupon: Coupon): { message: ReactNode; action: ReactNode | null } | null {
  const text = useCouponTexts()
  const rich = useRichText()
  const ui = useUi()
  const { lng, country } = useSite()
  const { heardAt } = useCouponContext()
  const sum = problem.minor === undefined ? null : <Money minor={problem.minor} currency={coupon.setup.currency} />
  const fixSum = problem.fix.do === 'setStake' ? <Money minor={problem.fix.minor} currency={coupon.setup.currency} /> : sum
  const leg = coupon.legs.find((one) => one.key === problem.legKey)
  switch (problem.key) {
    case 'price_up':
    case 'price_down': {
      const values = { from: <Price milli={Number(problem.from ?? 0n)} inCell />, to: <Price milli={Number(problem.to ?? 0n)} inCell /> }
      return { message: rich(problem.key, values), action: text('act_accept') }
    }
    case 'leg_suspended':
      return { message: text('leg_suspended', { reason: ui.text(leg?.reason ?? 'lock_trader') }), action: text('act_remove') }
    case 'leg_closed':
      return { message: text('leg_closed'), action: text('act_remove') }
    case 'leg_live_started':
      return { message: text('leg_live_started'), action: text('act_review') }
    case 'incompatible': {
      const name = (key: string | undefined) => {
        const found = coupon.legs.find((one) => one.key === key)
        return found ? legLines(found, { w1: text('w1'), w2: text('w2'), draw: text('draw') }).title : ''
      }
      return { message: text('incompatible', { a: name(problem.legKey), b: name(problem.otherKey) }), action: text('act_singles') }
    }
    case 'min_stake':
      return { message: rich('min_stake', { min: sum }), action: rich('act_stake', { sum: fixSum }) }
    case 'max_stake':
      return { message: rich('max_stake', { max: sum }), action: rich('act_stake', { sum: fixSum }) }
    case 'over_amount':
      return { message: rich('over_amount', { max: sum }), action: rich('act_stake', { sum: fixSum }) }
    case 'max_legs':
      return { message: rich('max_legs', { n: <Num>{problem.count ?? 0}</Num> }), action: text('act_remove_last') }
    case 'max_win':
      return { message: rich('max_win', { max: sum }), action: null }
    case 'no_funds':
      return { message: rich('no_funds', { sum }), action: text('act_deposit') }
    case 'offline': {
      const at = heardAt()
      return { message: rich('offline', { time: <Num>{formatDate(at, 'HH:mm:ss', { lng, country })}</Num> }), action: null }
    }
    case 'signed_out':
      return null
  }
}
