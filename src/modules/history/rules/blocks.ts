/** Blocks of a placed bet as histories show them: lobby and blocks of a multi-bet, steps of a conditional bet, stakes of several singles. */
import { divideHalfUp, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { fraction, isZero, least, ONE, roundHalfUp, times } from '#modules/payout/rules/fraction.ts'
import { isVoid, legFactor, type LegResult } from '#modules/payout/rules/leg.ts'
import { betOf } from '#modules/payout/rules/money.ts'
import { stepsSoFar } from '#modules/payout/rules/payout.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'

const CONDITION = 5
const MULTI_SINGLE = 11

export interface BetBlock {
  /** 0 the lobby, blocks from 1. */
  level: number
  /** Null: all that is available, or the stake belongs to the bet as a whole. */
  stakeMinor: Minor | null
  /** A step of a conditional bet: what it has staked of what was there (rules 2.8), 0 = it never came to it; null while nobody knows, and of other kinds. */
  stakedMinor: Minor | null
  /** Product of its prices, three decimals. */
  price: number
  /** 1 won, 2 lost, 3 returned; null while it is open. */
  result: 1 | 2 | 3 | null
}

export interface BlockedBet {
  vid: number
  stakeMinor: Minor
  terms: BetTerms
  legs: readonly { price: Milli; result: LegResult | null }[]
  /** Sold as a whole: what its results would have made of it is not what it did. */
  isSold?: boolean
}

/** The block of each leg, in the order of the legs; null for legs of bets without blocks. */
export function blocksOf(bet: BlockedBet): (BetBlock | null)[] {
  const { vid, stakeMinor, terms, legs } = bet
  const out: (BetBlock | null)[] = legs.map(() => null)
  if (vid === MULTI_SINGLE) {
    const share = stakeMinor / BigInt(Math.max(1, legs.length))
    legs.forEach(
      (leg, i) =>
        (out[i] = {
          level: i + 1,
          stakeMinor: stakeOf(terms, i) ?? share,
          stakedMinor: null,
          price: leg.price / 1000,
          result: resultOf([leg]),
        }),
    )
    return out
  }
  const staked = vid === CONDITION ? stakedOf(bet) : []
  for (const [i, members] of (terms.blocks ?? []).entries()) {
    const inside = members.flatMap((at) => legs[at] ?? [])
    const block = {
      level: terms.withLobby ? i : i + 1,
      stakeMinor: vid === CONDITION ? (i === 0 ? (stakeOf(terms, 0) ?? stakeMinor) : stakeOf(terms, i)) : null,
      stakedMinor: staked[i] ?? null,
      price: priceOf(inside),
      result: resultOf(inside),
    }
    for (const at of members) if (at in out) out[at] = block
  }
  return out
}

/** Of each block in turn, as far as the results say it: the first that waits has its stake, for what is there is known. */
function stakedOf({ vid, stakeMinor, terms, legs, isSold }: BlockedBet): Minor[] {
  // What withdrawn runners take from a win is told by the settlement alone.
  if (isSold || terms.rule4?.length) return [stakeMinor]
  const bet = betOf({ vid, stakeMinor, legs, terms, exponent: 0 })
  const steps = stepsSoFar({ ...bet, legs: bet.legs.map((leg, i) => ({ ...leg, result: legs[i]!.result })) })
  const account = steps.at(-1)?.account ?? fraction(stakeMinor)
  const blocks = terms.blocks ?? []
  const staked = steps.map(({ stake }) => roundHalfUp(stake))
  if (isZero(account)) return blocks.map((_, i) => staked[i] ?? 0n)
  const wanted = stakeOf(terms, steps.length)
  return [...staked, roundHalfUp(wanted === null ? account : least(fraction(wanted), account))].slice(0, blocks.length)
}

function stakeOf(terms: BetTerms, i: number): Minor | null {
  const text = terms.blockStakes?.[i]
  return text ? BigInt(text) : null
}

function priceOf(legs: BlockedBet['legs']): number {
  const num = legs.reduce((product, leg) => product * BigInt(leg.price), 1000n)
  return Number(divideHalfUp(num, 1000n ** BigInt(legs.length))) / 1000
}

/** Lost as soon as one leg pays nothing; won or returned when all are decided. */
function resultOf(legs: BlockedBet['legs']): BetBlock['result'] {
  const factor = legs.reduce((product, leg) => times(product, leg.result ? legFactor(leg.price, leg.result) : ONE), ONE)
  if (isZero(factor)) return 2
  if (legs.some((leg) => leg.result === null)) return null
  return legs.every((leg) => leg.result && isVoid(leg.result)) ? 3 : 1
}
