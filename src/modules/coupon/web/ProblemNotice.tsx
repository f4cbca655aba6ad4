import type { ReactNode } from 'react'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { Notice, type NoticeKind } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { useUi } from '#ui/settings.tsx'
import { bidLimit, inFlight, membersOf, type Coupon, type CouponProblem, type Fix } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { AdvanceTerms } from './AdvanceTerms.tsx'
import { usePriceWords } from './price-words.tsx'
import { RemoveLast } from './RemoveLast.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { legLines } from './leg-text.ts'
import { useRichParts, useRichText } from './rich-text.tsx'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

const KINDS: Partial<Readonly<Record<CouponProblem['key'], NoticeKind>>> = {
  price_up: 'success',
  max_win: 'info',
  advance: 'info',
  same_game_asks: 'info',
  sale_asks: 'info',
  leg_closed: 'error',
  incompatible: 'error',
  promo_bad: 'error',
}

/** One problem with the one press that mends it (ux 6.4). */
export function ProblemNotice({ problem, coupon }: { problem: CouponProblem; coupon: Coupon }) {
  const { act, store } = useCouponContext()
  const words = useProblemWords(problem, coupon)
  if (!words) return null
  // In the notice a price is only accepted; the coupon's button accepts and places.
  const press = () => (problem.fix.do === 'accept' ? store.dispatch({ do: 'accept' }) : act(problem.fix, performance.now()))
  return (
    <Notice
      plain
      className={styles.note ?? ''}
      kind={KINDS[problem.key] ?? 'warning'}
      // A bet that is on its way is decided as it was sent.
      action={words.action && !inFlight(coupon.flow) ? { label: words.action, onPress: press } : undefined}
    >
      {words.message}
    </Notice>
  )
}

interface Words {
  message: ReactNode
  action: ReactNode | null
}

function useProblemWords(problem: CouponProblem, coupon: Coupon): Words | null {
  const shape = useShapeWords(problem, coupon)
  const noStake = useNoStakeWords(problem, coupon)
  const order = useOrderWords(problem, coupon)
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichText()
  const richParts = useRichParts()
  const { lng, country } = useSite()
  const { heardAt } = useCouponContext()
  const sum = problem.minor === undefined ? null : <Money minor={problem.minor} currency={coupon.setup.currency} />
  const fixSum = problem.fix.do === 'setStake' ? <Money minor={problem.fix.minor} currency={coupon.setup.currency} /> : sum
  const maxStake = () => (problem.ofEquals ? richParts('equal_left', { max: sum }) : rich('max_stake', { max: sum }))
  const price = problem.to === undefined ? null : <TotalPrice milli={problem.to} />
  switch (problem.key) {
    case 'price_up':
    case 'price_down': {
      const values = { from: <TotalPrice milli={problem.from ?? 0n} />, to: <TotalPrice milli={problem.to ?? 0n} /> }
      return { message: rich(problem.key, values), action: text('act_accept') }
    }
    case 'min_stake':
      return { message: rich('min_stake', { min: sum }), action: rich('act_stake', { sum: fixSum }) }
    case 'max_stake':
      return { message: maxStake(), action: rich('act_stake', { sum: fixSum }) }
    case 'vip_stake':
      return { message: rich('refused_limit', { max: sum }), action: rich('act_stake', { sum: fixSum }) }
    case 'no_stake':
    case 'price_high':
      return noStake
    case 'over_amount': {
      const less = problem.fix.do === 'setStake' && problem.minor !== undefined && problem.fix.minor < problem.minor
      const message = less ? rich('over_amount_here', { max: sum, most: fixSum }) : rich('over_amount', { max: sum })
      return { message, action: rich('act_stake', { sum: fixSum }) }
    }
    case 'max_win':
      return { message: rich('max_win', { max: sum }), action: null }
    case 'no_funds':
      return { message: rich('no_funds', { sum }), action: text('act_deposit') }
    case 'advance':
      return {
        message: (
          <>
            {richParts('advance', { sum })}
            <br />
            <AdvanceTerms coupon={coupon} />
          </>
        ),
        action: parts('act_advance'),
      }
    case 'bonus_account':
      return { message: parts('bonus_account'), action: parts('act_money_account') }
    // What the server says of a code is a whole sentence.
    case 'promo_bad':
      return { message: problem.text === '?' ? parts('promo_bad') : (problem.text ?? ''), action: parts('act_remove_code') }
    case 'autobet_price':
    case 'bid_price':
      return order
    case 'tax_price':
      return { message: richParts('tax_price', { min: price }), action: text('act_remove') }
    case 'offline': {
      const at = heardAt()
      if (at === null) return { message: text('offline_since_unknown'), action: null }
      return { message: rich('offline', { time: <Num>{formatDate(at, 'HH:mm:ss', { lng, country })}</Num> }), action: null }
    }
    case 'signed_out':
      return null
    default:
      return shape
  }
}

/** Words for the price that an order names: what is wrong with it as it was typed, else what it has to be. */
function useOrderWords({ key, fault, to }: CouponProblem, coupon: Coupon): Words {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const typed = usePriceWords()(fault, to)
  if (key === 'autobet_price')
    return {
      message: typed ?? parts('autobet_price'),
      action: rich('act_set_price', { price: to === undefined ? null : <TotalPrice milli={to} /> }),
    }
  const words = bidLimit(coupon)?.takesMore === false ? 'bid_price_over' : 'bid_price'
  return { message: typed ?? parts(words), action: parts('act_drop_bid') }
}

const removeLast = (fix: Fix) => <RemoveLast count={fix.do === 'remove' ? fix.keys.length : 1} />

/** Words for limits that leave no room between them. */
function useNoStakeWords({ key, minor, most, ofEquals, count, fix }: CouponProblem, coupon: Coupon): Words {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichParts()
  const money = (sum: bigint) => <Money minor={sum} currency={coupon.setup.currency} />
  return {
    message: ofEquals
      ? parts('equal_full')
      : most
        ? rich(key === 'price_high' ? 'price_high' : 'no_stake', { min: money(minor ?? 0n), max: money(most) })
        : parts('no_stake_none'),
    action:
      fix.do === 'setSize'
        ? rich('act_set_size', { k: <Num>{fix.size}</Num>, n: <Num>{membersOf(coupon)}</Num> })
        : count === 1
          ? text('act_remove')
          : removeLast(fix),
  }
}

/** Words for what was put together: selections, their number, blocks. */
function useShapeWords(problem: CouponProblem, coupon: Coupon): Words | null {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichText()
  const richParts = useRichParts()
  const ui = useUi()
  const leg = coupon.legs.find((one) => one.key === problem.legKey)
  const n = <Num>{problem.count ?? 0}</Num>
  const nameOf = (key: string | undefined) => {
    const found = coupon.legs.find((one) => one.key === key)
    return found ? legLines(found, { w1: text('w1'), w2: text('w2'), draw: text('draw') }).title : ''
  }
  const apart = problem.fix.do === 'makeSingles' ? text('act_singles') : text('act_remove')
  const other = problem.fix.do === 'makeKind' ? parts('act_make_kind', { kind: parts(`kind_${problem.fix.kind}`) }) : null
  switch (problem.key) {
    case 'leg_suspended':
      // That betting has stopped is no reason of its own.
      return {
        message:
          leg?.reason && leg.reason !== 'lock_trader'
            ? text('leg_suspended', { reason: ui.text(leg.reason) })
            : text('leg_suspended_plain'),
        action: text('act_remove'),
      }
    case 'leg_closed':
      // A game that was called off says so; one that is over needs no more than that.
      return {
        message: leg?.reason && leg.reason !== 'lock_closed' ? ui.text(leg.reason) : text('leg_closed'),
        action: text('act_remove'),
      }
    case 'leg_live_started':
      return { message: text('leg_live_started'), action: text('act_review') }
    case 'incompatible':
      return {
        message: problem.text
          ? text('incompatible_why', { reason: problem.text })
          : text('incompatible', { a: nameOf(problem.legKey), b: nameOf(problem.otherKey) }),
        action: apart,
      }
    case 'only_single':
      return { message: parts('only_single'), action: apart }
    case 'same_game_asks':
    case 'sale_asks':
      return { message: parts(problem.key), action: text('btn_check') }
    case 'same_game_impossible':
      return { message: problem.text || parts('same_game_impossible'), action: apart }
    case 'sale_impossible':
      // The way out stands in the coupon's button, or beside the number of the bet.
      return { message: problem.text || parts('sale_impossible'), action: null }
    case 'max_legs':
      return { message: rich('max_legs', { n }), action: removeLast(problem.fix) }
    case 'few_legs':
      return {
        message: richParts('few_legs', { kind: problem.kind ? parts(`kind_${problem.kind}`) : '', n }, problem.count),
        action: other,
      }
    case 'few_blocks':
      return {
        message: richParts(problem.kind === 'multi' ? 'few_besides_lobby' : 'few_blocks', { n }),
        action: parts('act_split'),
      }
    case 'block_stake':
      return { message: richParts('block_stake', { n }), action: parts('act_stake_all') }
    case 'anti_low':
      return { message: parts('anti_low'), action: other }
    default:
      return null
  }
}
