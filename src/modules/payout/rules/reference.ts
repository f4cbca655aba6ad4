/**
 * A second calculation of payouts, plain and slow, that shares no line with payout.ts (SET-07, B-10): it plays
 * every variant out as a bet of its own and adds the returns. Where the two disagree, one of them is wrong and
 * nothing is paid.
 *
 * Numbers are pairs [n, d] of one value n / d.
 */
type Ratio = [n: bigint, d: bigint]

export interface ReferenceLeg {
  price: number
  /** Share of the stake that plays and wins, share that comes back untouched; null = not decided. */
  result: { wins: Ratio; back: Ratio } | null
  group?: string | null
}

export interface ReferenceBet {
  vid: number
  stake: bigint
  legs: ReferenceLeg[]
  k?: number
  blocks?: number[][]
  lobby?: boolean
  blockStakes?: (bigint | null)[]
  antiPrice?: number
  maxPayout?: bigint | null
}

const add = ([a, b]: Ratio, [c, d]: Ratio): Ratio => lowest([a * d + c * b, b * d])
const mul = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d]
const less = ([a, b]: Ratio, [c, d]: Ratio): boolean => a * d < c * b

/** Reduced, or sums of thousands of variants would grow without end. */
function lowest([n, d]: Ratio): Ratio {
  let a = n < 0n ? -n : n
  let b = d
  while (b > 0n) [a, b] = [b, a % b]
  return [n / a, d / a]
}

/** What comes back when `stake` is put on one leg alone. */
function returnOf(leg: ReferenceLeg, stake: Ratio): Ratio {
  const { wins, back } = leg.result!
  return add(mul(mul(stake, wins), [BigInt(leg.price), 1000n]), mul(stake, back))
}

/** An express: the return of each leg is the stake of the next. */
function runThrough(legs: ReferenceLeg[], stake: Ratio): Ratio {
  let money = stake
  for (const leg of legs) money = returnOf(leg, money)
  return money
}

/** Every way to take `size` of the items, by walking all bit patterns. */
function choose<T>(items: T[], size: number): T[][] {
  const found: T[][] = []
  for (let bits = 0; bits < 2 ** items.length; bits += 1) {
    const taken = items.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1)
    if (taken.length === size) found.push(taken)
  }
  return found
}

function sumOverVariants(variants: ReferenceLeg[][], stake: Ratio): Ratio {
  let total: Ratio = [0n, 1n]
  for (const variant of variants) total = add(total, runThrough(variant, [stake[0], stake[1] * BigInt(variants.length)]))
  return total
}

function dropRelated(legs: ReferenceLeg[]): ReferenceLeg[] {
  return legs.map((leg, i) => {
    if (!leg.group) return leg
    const beaten = legs.some((other, j) => other.group === leg.group && (other.price > leg.price || (other.price === leg.price && j < i)))
    return beaten ? { price: 1000, result: { wins: [0n, 1n], back: [1n, 1n] }, group: leg.group } : leg
  })
}

function sequence(blocks: ReferenceLeg[][], first: bigint, stakeOf: (i: number) => bigint | null): Ratio {
  let account: Ratio = [first, 1n]
  for (let i = 0; i < blocks.length && account[0] > 0n; i += 1) {
    const wanted = stakeOf(i)
    const stake: Ratio = wanted === null || less(account, [wanted, 1n]) ? account : [wanted, 1n]
    account = add(add(account, [-stake[0], stake[1]]), runThrough(blocks[i]!, stake))
  }
  return account
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

function anti(bet: ReferenceBet, legs: ReferenceLeg[]): Ratio {
  const live = legs.filter((leg) => leg.result!.back[0] !== leg.result!.back[1])
  if (live.length === 0) return [bet.stake, 1n]
  if (live.every((leg) => !less(returnOf(leg, [1n, 1n]), [1n, 1n]))) return [0n, 1n]
  if (bet.antiPrice !== undefined && live.length === legs.length) return [bet.stake * BigInt(bet.antiPrice), 1000n]
  let allWin: Ratio = [1n, 1n]
  for (const leg of live) allWin = mul(allWin, [1000n * 20n, BigInt(leg.price) * 21n])
  const price = (allWin[1] * 1000n * 20n) / ((allWin[1] - allWin[0]) * 21n)
  return [bet.stake * price, 1000n]
}

/** Payout in minor units of a bet whose legs are all decided. */
export function referencePayout(bet: ReferenceBet): bigint {
  const legs = dropRelated(bet.legs)
  const stake: Ratio = [bet.stake, 1n]
  const sized = (sizes: number[]) =>
    sumOverVariants(
      sizes.flatMap((size) => choose(legs, size)),
      stake,
    )
  const blocks = () => bet.blocks!.map((block) => block.map((i) => legs[i]!))
  let money: Ratio
  if (bet.vid <= 1) money = runThrough(legs, stake)
  else if (bet.vid === 2) money = sized([bet.k!])
  else if (bet.vid === 3)
    money = sequence(
      legs.map((leg) => [leg]),
      bet.stake,
      () => bet.stake,
    )
  else if (bet.vid === 4) {
    const all = blocks()
    const lobby = bet.lobby ? all.shift()! : []
    money = sumOverVariants(
      choose(all, bet.k!).map((chosen) => [...lobby, ...chosen.flat()]),
      stake,
    )
  } else if (bet.vid === 5) money = sequence(blocks(), bet.stake, (i) => bet.blockStakes?.[i] ?? null)
  else if (bet.vid === 6) money = anti(bet, legs)
  else if (bet.vid === 7) money = sized(range(1, legs.length))
  else if (bet.vid === 8) money = sized(range(2, legs.length))
  else {
    money = [0n, 1n]
    legs.forEach((leg, i) => {
      money = add(money, returnOf(leg, bet.blockStakes?.[i] != null ? [bet.blockStakes[i], 1n] : [bet.stake, BigInt(legs.length)]))
    })
  }
  if (legs.every((leg) => leg.result!.back[0] === leg.result!.back[1])) return bet.stake
  const rounded = money[0] / money[1] + ((money[0] % money[1]) * 2n >= money[1] ? 1n : 0n)
  return bet.maxPayout != null && rounded > bet.maxPayout ? bet.maxPayout : rounded
}
