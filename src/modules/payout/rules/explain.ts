/**
 * The arithmetic of a decided bet step by step, for people who want to follow it: the factor of each leg, the variants of
 * a system, the account of a chain, then every amount between stake and payout. Texts are the reader's; here are keys.
 */
import type { Minor } from '#lib/money.ts'
import { priceText } from '#lib/price.ts'
import type { SettledBet } from './bet.ts'
import { bonusPercent, countedLegs, fewestLegs } from './express-bonus.ts'
import { type Fraction, fractionText, ONE, roundHalfUp, times } from './fraction.ts'
import { isVoid, legFactor } from './leg.ts'
import { betMoney, comingBack, type BetMoney } from './money.ts'
import { runningCap, settleBet, variantCount, type Step } from './payout.ts'
import { effectiveStake, stakeTaxMinor } from './tax.ts'
import type { BonusTerms } from './terms.ts'

/** A line of the sum: its key names the text; `sum` is minor units, `value` a number without unit. */
export interface ExplainedLine {
  key: string
  sum?: Minor
  value?: string
  params?: Readonly<Record<string, string | number>>
}

export interface ExplainedVariant {
  /** Numbers of the legs or blocks, from 1; 0 the lobby. */
  members: readonly number[]
  /** "3 × 1.5". */
  factors: readonly string[]
  product: string
  /** Major units with two decimals more than the currency has: a variant is never rounded by itself. */
  sum: string
}

export interface Explanation {
  factors: readonly (string | null)[]
  variants: { count: string; stake: string; shown: readonly ExplainedVariant[] } | null
  steps: readonly { stake: Minor; account: Minor }[] | null
  lines: readonly ExplainedLine[]
  money: BetMoney
}

/** More variants than this are counted, not listed. */
const LISTED_VARIANTS = 60
const DIGITS = 6

/** Null while the bet is not decided. */
export function explain(bet: SettledBet): Explanation | null {
  const money = betMoney(bet)
  const settled = settleBet(bet)
  if (!money || !settled) return null
  const factors = bet.legs.map((leg) => (leg.result ? trimmed(legFactor(leg.price, leg.result, leg.deducted)) : null))
  return {
    factors,
    variants: variantsOf(bet),
    steps: settled.steps?.map(roundedStep) ?? null,
    lines: linesOf(bet, money, settled.coefficient, settled.allVoid),
    money,
  }
}

/** "1.475": up to six decimals, without zeros at the end. */
function trimmed(value: Fraction): string {
  return fractionText(value, DIGITS).replace(/\.?0+$/, '')
}

function roundedStep({ stake, account }: Step): { stake: Minor; account: Minor } {
  return { stake: roundHalfUp(stake), account: roundHalfUp(account) }
}

interface Item {
  number: number
  factor: Fraction
}

function sizesOf(bet: SettledBet, items: number): [from: number, to: number] | null {
  switch (bet.kind) {
    case 'system':
    case 'multi_bet':
      return [bet.size ?? 1, bet.size ?? 1]
    case 'lucky':
      return [1, items]
    case 'patent':
      return [2, items]
    default:
      return null
  }
}

function variantsOf(bet: SettledBet): Explanation['variants'] {
  const factor = (i: number): Fraction => {
    const leg = bet.legs[i]!
    return leg.result ? legFactor(leg.price, leg.result, leg.deducted) : ONE
  }
  const groups = bet.kind === 'multi_bet' ? (bet.blocks ?? []) : bet.legs.map((_, i) => [i])
  const items = groups.map((block, i): Item => ({ number: bet.withLobby ? i : i + 1, factor: block.map(factor).reduce(times, ONE) }))
  const lobby = bet.withLobby ? items.shift() : undefined
  const sizes = sizesOf(bet, items.length)
  if (!sizes) return null
  const count = variantCount(items.length, ...sizes)
  const share = times(effectiveStake(bet.stakeMinor - (bet.soldStakeMinor ?? 0n), bet.tax), { num: 1n, den: count })
  const exponent = bet.exponent ?? 2
  const shown =
    count > BigInt(LISTED_VARIANTS)
      ? []
      : chosen(items, sizes).map((members) => variantOf(lobby ? [lobby, ...members] : members, share, exponent))
  return {
    count: String(count),
    stake: majorText(share, exponent),
    shown,
  }
}

function majorText({ num, den }: Fraction, exponent: number): string {
  return fractionText({ num, den: den * 10n ** BigInt(exponent) }, exponent + 2)
}

function variantOf(members: readonly Item[], share: Fraction, exponent: number): ExplainedVariant {
  const product = members.map((item) => item.factor).reduce(times, ONE)
  return {
    members: members.map((item) => item.number),
    factors: members.map((item) => trimmed(item.factor)),
    product: trimmed(product),
    sum: majorText(times(share, product), exponent),
  }
}

function chosen(items: readonly Item[], [from, to]: [number, number]): Item[][] {
  // What can no longer become a variant is left at once: of twenty items all sets are a million.
  const sets = items.reduce<Item[][]>(
    (all, item, i) => {
      const left = items.length - i - 1
      return [...all, ...all.map((set) => [...set, item])].filter((set) => set.length <= to && set.length + left >= from)
    },
    [[]],
  )
  return sets.toSorted((a, b) => a.length - b.length)
}

function linesOf(bet: SettledBet, money: BetMoney, coefficient: Fraction, allVoid: boolean): ExplainedLine[] {
  const running = bet.stakeMinor - (bet.soldStakeMinor ?? 0n)
  const stakeTax = stakeTaxMinor(running, bet.tax)
  const lines: ExplainedLine[] = [{ key: 'line_stake', sum: bet.stakeMinor }]
  if (bet.soldStakeMinor) lines.push({ key: 'line_sold', sum: -bet.soldStakeMinor }, { key: 'line_running', sum: running })
  if (stakeTax > 0n)
    lines.push({ key: 'line_stake_tax', sum: -stakeTax, params: rateOf(bet) }, { key: 'line_effective', sum: running - stakeTax })
  if (bet.basePrice !== undefined) lines.push({ key: 'line_base_price', value: priceText(bet.basePrice) })
  if (bet.jointPrice !== undefined) lines.push({ key: 'line_joint_price', value: priceText(bet.jointPrice) })
  if (bet.jointPrice !== undefined && !allVoid && coefficient.num > 0n && hasVoid(bet)) lines.push({ key: 'line_joint_void' })
  // Of a paying bet whose advance nothing has covered only the own part comes back: its results multiply nothing.
  const uncovered = coefficient.num > 0n ? (bet.uncoveredMinor ?? 0n) : 0n
  if (uncovered > 0n) lines.push({ key: 'line_coefficient', value: '1' })
  else if (allVoid) lines.push(...voidLines(bet))
  else lines.push({ key: 'line_coefficient', value: trimmed(coefficient) })
  if (!allVoid && !bet.uncoveredMinor) lines.push(...winLines(bet, money, coefficient, running))
  if (money.stakeTaxBackMinor > 0n) lines.push({ key: 'line_stake_tax_back', sum: money.stakeTaxBackMinor })
  if (bet.promoMinor) lines.push({ key: 'line_promo', sum: -bet.promoMinor })
  if (uncovered > 0n) lines.push({ key: 'line_uncovered', sum: -uncovered })
  lines.push({ key: 'line_gross', sum: money.grossMinor })
  if (bet.bonus && bringsBonus(bet, money, allVoid)) lines.push(bonusLine(bet, bet.bonus, money))
  const lateMinor = money.insuranceMinor > 0n ? (bet.premiumBackMinor ?? 0n) : 0n
  if (money.insuranceMinor > lateMinor) lines.push({ key: 'line_insurance', sum: money.insuranceMinor - lateMinor })
  if (lateMinor > 0n) lines.push({ key: 'line_insurance_late', sum: lateMinor })
  if (money.taxMinor > 0n) lines.push({ key: 'line_payout_tax', sum: -money.taxMinor, params: { rule: bet.tax?.rule ?? '' } })
  lines.push({ key: 'line_net', sum: money.netMinor })
  return money.freeBetMinor > 0n ? [...lines, { key: 'line_free_bet', sum: money.freeBetMinor }] : lines
}

/** A changed bet gives what it stood for, and of that the share that was not sold. */
function voidLines(bet: SettledBet): ExplainedLine[] {
  if (bet.worthMinor === undefined) return [{ key: 'line_all_void' }]
  const whole: ExplainedLine = { key: 'line_all_void_changed', sum: bet.worthMinor }
  return bet.soldStakeMinor ? [whole, { key: 'line_all_void_left', sum: comingBack(bet) }] : [whole]
}

/** Where a leg of one game is void there is no such combination any more: its part of the stake comes back. */
function hasVoid({ legs }: SettledBet): boolean {
  return legs.some(({ result }) => result !== null && result.voidHalves > 0)
}

/** Product of stake and coefficient, and the cut where it is above the maximum. */
function winLines(bet: SettledBet, money: BetMoney, coefficient: Fraction, running: Minor): ExplainedLine[] {
  const exact = roundHalfUp(times(effectiveStake(running, bet.tax), coefficient))
  // Where nothing is cut or taken off, the payout below is this very sum.
  const lines: ExplainedLine[] = exact === money.grossMinor ? [] : [{ key: 'line_product', sum: exact }]
  const cap = roundHalfUp(runningCap(bet))
  if (bet.maxPayoutMinor != null && exact > cap && money.status !== 'LOSE') lines.push({ key: 'line_cap', sum: cap })
  return lines
}

/** A bonus that was agreed is told of every bet that won, also where nothing has come of it: it was in what the player was shown. */
function bringsBonus(bet: SettledBet, money: BetMoney, allVoid: boolean): boolean {
  return money.bonusMinor > 0n || (!allVoid && money.grossMinor > 0n && !bet.uncoveredMinor)
}

function bonusLine({ legs }: SettledBet, bonus: BonusTerms, { bonusMinor: sum }: BetMoney): ExplainedLine {
  if (bonus.kind === 'day') {
    const count = legs.filter(({ result }) => result !== null && isVoid(result)).length
    return count > 0
      ? { key: 'line_bonus_day_none', sum, params: { count } }
      : { key: 'line_bonus_day', sum, params: { percent: bonus.percent } }
  }
  const count = countedLegs(legs, bonus.minPrice)
  const percent = bonusPercent(bonus.table, count)
  return percent > 0
    ? { key: 'line_bonus_boost', sum, params: { percent, count } }
    : { key: 'line_bonus_boost_none', sum, params: { count, needed: fewestLegs(bonus.table) } }
}

function rateOf(bet: SettledBet): Record<string, string> {
  return { rule: bet.tax?.rule ?? '', rate: bet.tax?.stake?.rate ?? '' }
}

/** True when what was booked is what the arithmetic gives, part by part. */
export function sameMoney(
  money: BetMoney,
  booked: Readonly<Record<'gross' | 'bonus' | 'tax' | 'insurance' | 'freeBet' | 'net', string>>,
): boolean {
  return (
    String(money.grossMinor) === booked.gross &&
    String(money.bonusMinor) === booked.bonus &&
    String(money.taxMinor) === booked.tax &&
    String(money.insuranceMinor) === booked.insurance &&
    String(money.freeBetMinor) === booked.freeBet &&
    String(money.netMinor) === booked.net
  )
}
