/**
 * A second calculation of all the money of a bet, plain and from rules.md, that shares no line with the first one
 * (SET-07, B-10): stakes run through the legs of every variant as bets of their own, taxes come out of amounts slice by
 * slice. Where the two disagree, one of them is wrong and nothing is paid.
 *
 * Numbers are pairs [n, d] of one value n / d.
 */
type Ratio = [n: bigint, d: bigint]

export interface ReferenceLeg {
  price: number
  /** Share of the stake that plays and wins, share that comes back untouched. */
  result: { wins: Ratio; back: Ratio }
  /** Percent of the winnings kept for runners that did not start. */
  cut?: number
  /** So many share a place that the house pays by its own rule. */
  tied?: bigint
  /** How far its side has led, and how far it has to lead to be paid at once. */
  led?: number
  enough?: number
  group?: string | null
}

export interface ReferenceTax {
  stake?: { mode: string; rate: string }
  payout?: { base: string; rate?: string; mode?: string; brackets?: readonly { from: string; rate: string }[] }
  threshold?: string
  returnsStakeTax: boolean
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
  basePrice?: number
  /** Given instead of the stake when everything comes back. */
  worth?: bigint
  jointPrice?: number
  dayPercent?: number
  boost?: { minPrice: number; table: Readonly<Record<number, number>> }
  tax?: ReferenceTax
  exponent?: number
  promo?: bigint
  sold?: bigint
  /** Had for the sold part, and taxed of it. */
  soldFor?: bigint
  soldTaxed?: bigint
  insured?: bigint
  /** Paid for cover that came too late. */
  latePremiums?: bigint
  /** Lost by one leg of at least so many that count, so much is given for it. */
  oneLost?: { legs: number; units: bigint }
  uncovered?: bigint
  maxPayout?: bigint | null
}

export interface ReferenceMoney {
  status: 'WIN' | 'LOSE' | 'RETURN' | 'PARTIAL'
  gross: bigint
  bonus: bigint
  tax: bigint
  insurance: bigint
  stakeTaxBack: bigint
  freeBet: bigint
  net: bigint
}

const add = ([a, b]: Ratio, [c, d]: Ratio): Ratio => (b === d ? [a + c, b] : short([a * d + c * b, b * d]))
const sub = (a: Ratio, [c, d]: Ratio): Ratio => add(a, [-c, d])
const mul = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d]
const less = ([a, b]: Ratio, [c, d]: Ratio): boolean => a * d < c * b
const smaller = (a: Ratio, b: Ratio): Ratio => (less(b, a) ? b : a)

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}

const LONG = 10n ** 80n

/** Reduced when it has grown, or sums of many legs would grow without end. */
function short(value: Ratio): Ratio {
  return value[1] > LONG ? lowest(value) : value
}

function lowest([n, d]: Ratio): Ratio {
  const by = divisor(n, d)
  return [n / by, d / by]
}

/** To the nearest whole unit, a half upwards. */
function booked([n, d]: Ratio): bigint {
  return n / d + ((n % d) * 2n >= d ? 1n : 0n)
}

/** What comes back when `stake` is put on one leg alone. */
function returnOf(leg: ReferenceLeg, stake: Ratio): Ratio {
  const { wins, back } = leg.result
  if (wins[0] === 0n) return mul(stake, back)
  if (leg.cut) {
    const playing = mul(stake, wins)
    const winnings = mul(playing, [BigInt(leg.price - 1000) * BigInt(100 - leg.cut), 100_000n])
    return add(add(playing, winnings), mul(stake, back))
  }
  if (back[0] === 0n) return mul(mul(stake, wins), [BigInt(leg.price), 1000n])
  return add(mul(mul(stake, wins), [BigInt(leg.price), 1000n]), mul(stake, back))
}

/** An express: the return of each leg is the stake of the next. */
function runThrough(legs: ReferenceLeg[], stake: Ratio): Ratio {
  let money = stake
  for (const leg of legs) money = returnOf(leg, money)
  return money
}

/**
 * For every number of parts taken: how many ways there are, and the sum of what unit stakes on all of them return.
 * Each half of the parts is listed subset by subset; a variant of the whole is one subset of either half.
 */
function bySize(returns: Ratio[]): { ways: bigint; sum: Ratio }[] {
  const common = returns.reduce((all, [, d]) => (all / divisor(all, d)) * d, 1n)
  const whole = returns.map(([n, d]) => n * (common / d))
  const middle = whole.length >> 1
  const [left, right] = [listed(whole.slice(0, middle)), listed(whole.slice(middle))]
  return Array.from({ length: whole.length + 1 }, (_, size) => {
    let ways = 0n
    let sum = 0n
    for (let taken = 0; taken <= size; taken += 1) {
      ways += (left.ways[taken] ?? 0n) * (right.ways[size - taken] ?? 0n)
      sum += (left.sums[taken] ?? 0n) * (right.sums[size - taken] ?? 0n)
    }
    return { ways, sum: [sum, common ** BigInt(size)] }
  })
}

/** Every subset: those without a value, then the same ones with it. */
function listed(values: bigint[]): { ways: bigint[]; sums: bigint[] } {
  const products = [1n]
  const members = [0]
  for (const value of values) {
    const without = products.length
    for (let i = 0; i < without; i += 1) {
      products.push(products[i]! * value)
      members.push(members[i]! + 1)
    }
  }
  const ways = [...values, 0n].fill(0n)
  const sums = [...ways]
  for (let i = 0; i < products.length; i += 1) {
    ways[members[i]!]! += 1n
    sums[members[i]!]! += products[i]!
  }
  return { ways, sums }
}

function variants(parts: ReferenceLeg[][], sizes: number[], stake: Ratio): Ratio {
  const all = bySize(parts.map((part) => lowest(runThrough(part, [1n, 1n]))))
  let count = 0n
  let total: Ratio = [0n, 1n]
  for (const size of sizes) {
    count += all[size]!.ways
    total = add(total, all[size]!.sum)
  }
  return mul(total, [stake[0], stake[1] * count])
}

function dropRelated(legs: ReferenceLeg[]): ReferenceLeg[] {
  return legs.map((leg, i) => {
    if (!leg.group) return leg
    const beaten = legs.some((other, j) => other.group === leg.group && (other.price > leg.price || (other.price === leg.price && j < i)))
    return beaten ? { price: 1000, result: { wins: [0n, 1n], back: [1n, 1n] }, group: leg.group } : leg
  })
}

function sequence(blocks: ReferenceLeg[][], first: Ratio, stakeOf: (i: number) => Ratio | null): Ratio {
  let account = first
  for (let i = 0; i < blocks.length && account[0] > 0n; i += 1) {
    const wanted = stakeOf(i)
    const stake = wanted === null ? account : smaller(wanted, account)
    account = add(sub(account, stake), runThrough(blocks[i]!, stake))
  }
  return account
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

const isBack = (leg: ReferenceLeg): boolean => leg.result.back[0] === leg.result.back[1]

function anti(bet: ReferenceBet, legs: ReferenceLeg[], stake: Ratio): Ratio {
  const live = legs.filter((leg) => !isBack(leg))
  if (!less(runThrough(live, [1n, 1n]), [1n, 1n])) return [0n, 1n]
  if (bet.antiPrice !== undefined && live.length === legs.length) return mul(stake, [BigInt(bet.antiPrice), 1000n])
  let allWin: Ratio = [1n, 1n]
  for (const leg of live) allWin = mul(allWin, [1000n * 20n, BigInt(leg.price) * 21n])
  const price = (allWin[1] * 1000n * 20n) / ((allWin[1] - allWin[0]) * 21n)
  return mul(stake, [price, 1000n])
}

/** Of m that finished level each may stand in each place: with j of them placed already one of m - j is left to be drawn. */
function ofTheRest(legs: ReferenceLeg[], i: number): Ratio {
  const [n, d] = lowest(legs[i]!.result.wins)
  if (n !== 1n || d === 1n || legs[i]!.result.back[0] !== 0n) return legs[i]!.result.wins
  let placed = 0n
  for (let j = 0; j < i; j += 1) {
    const [a, b] = lowest(legs[j]!.result.wins)
    if (a === 1n && b === d && legs[j]!.result.back[0] === 0n) placed = placed + 1n === d ? 0n : placed + 1n
  }
  return [1n, d - placed]
}

/** One price for all legs: the stake is split at each leg into what has won all so far and what came back once. */
function together(price: number, legs: ReferenceLeg[], stake: Ratio): Ratio {
  let winning = stake
  let returning: Ratio = [0n, 1n]
  legs.forEach((leg, i) => {
    const wins = ofTheRest(legs, i)
    returning = add(mul(returning, add(wins, leg.result.back)), mul(winning, leg.result.back))
    winning = mul(winning, wins)
  })
  return add(mul(winning, [BigInt(price), 1000n]), returning)
}

function straight(bet: ReferenceBet, legs: ReferenceLeg[], stake: Ratio): Ratio {
  if (bet.jointPrice !== undefined) return together(bet.jointPrice, legs, stake)
  if (bet.basePrice === undefined) return runThrough(legs, stake)
  let money = mul(stake, [BigInt(bet.basePrice), 1000n])
  for (const leg of legs) money = mul(returnOf(leg, money), [1000n, BigInt(leg.price)])
  return money
}

/** What a stake on the bet returns; the stakes of blocks shrink with the stake. */
function playOut(bet: ReferenceBet, legs: ReferenceLeg[], stake: Ratio): Ratio {
  const single = legs.map((leg) => [leg])
  const blocks = () => bet.blocks!.map((block) => block.map((i) => legs[i]!))
  const given = (i: number): Ratio | null => {
    const own = bet.blockStakes?.[i]
    return own == null ? null : mul([own, bet.stake], stake)
  }
  switch (bet.vid) {
    case 0:
    case 1:
      return straight(bet, legs, stake)
    case 2:
      return variants(single, [bet.k!], stake)
    case 3:
      return sequence(single, stake, () => stake)
    case 4: {
      const all = blocks()
      return runThrough(bet.lobby ? all.shift()! : [], variants(all, [bet.k!], stake))
    }
    case 5:
      return sequence(blocks(), stake, given)
    case 6:
      return anti(bet, legs, stake)
    case 7:
      return variants(single, range(1, legs.length), stake)
    case 8:
      return variants(single, range(2, legs.length), stake)
    default:
      return legs.reduce<Ratio>((sum, leg, i) => add(sum, returnOf(leg, given(i) ?? mul(stake, [1n, BigInt(legs.length)]))), [0n, 1n])
  }
}

/** "12.5" or "5/105". */
function number(text: string): Ratio {
  const [top, bottom] = text.split('/')
  const [whole, decimals = ''] = top!.split('.')
  return [BigInt(`${whole}${decimals}`), BigInt(`1${'0'.repeat(decimals.length)}`) * BigInt(bottom ?? '1')]
}

/** The part of a stake that plays when a tax is taken from it. */
function playing(stake: bigint, tax: ReferenceTax | undefined): Ratio {
  if (!tax?.stake) return [stake, 1n]
  const [n, d] = number(tax.stake.rate)
  return tax.stake.mode === 'included' ? [stake * d, d + n] : [stake * (d - n), d]
}

function taxOn(payout: Ratio, stake: Ratio, bet: ReferenceBet): bigint {
  const rule = bet.tax?.payout
  if (!rule) return 0n
  const unit: Ratio = [10n ** BigInt(bet.exponent ?? 2), 1n]
  const base = rule.base === 'net' ? sub(payout, stake) : payout
  if (base[0] <= 0n || !less(mul(number(bet.tax?.threshold ?? '0'), unit), base)) return 0n
  let taken: Ratio = [0n, 1n]
  if (!rule.brackets) taken = mul(base, number(rule.rate!))
  rule.brackets?.forEach((bracket, i) => {
    const from = mul(number(bracket.from), unit)
    if (!less(from, base)) return
    const next = rule.brackets![i + 1]
    const to = next ? smaller(base, mul(number(next.from), unit)) : base
    taken = rule.mode === 'slab' ? mul(base, number(bracket.rate)) : add(taken, mul(sub(to, from), number(bracket.rate)))
  })
  return booked(smaller(taken, payout))
}

/** The tax on all that was had, the sold part too, without what was taken for that part. */
function leftToTax(bet: ReferenceBet, had: Ratio, most: bigint): bigint {
  const promo = bet.promo ?? 0n
  const own = playing(promo < bet.stake ? bet.stake - promo : 0n, bet.tax)
  const left = taxOn(add(had, [bet.soldFor ?? 0n, 1n]), own, bet) - (bet.soldTaxed ?? 0n)
  if (left < 0n) return 0n
  return left < most ? left : most
}

/** What is added to an exact return, and how much of it is booked. */
function addition(bet: ReferenceBet, exact: Ratio, stake: Ratio, most: Ratio): { exact: Ratio; units: bigint } {
  const none = { exact: [0n, 1n] as Ratio, units: 0n }
  if (bet.dayPercent !== undefined) {
    if (bet.legs.some(isBack)) return none
    const raised = smaller([exact[0] * BigInt(100 + bet.dayPercent), exact[1] * 100n], most)
    return { exact: sub(raised, exact), units: booked(raised) - booked(exact) }
  }
  if (!bet.boost || !less(stake, exact)) return none
  let counted = 0
  for (const leg of bet.legs) if (leg.price >= bet.boost.minPrice && !isBack(leg)) counted += 1
  while (counted > 0 && bet.boost.table[counted] === undefined) counted -= 1
  const wanted = mul(sub(exact, stake), [BigInt(bet.boost.table[counted] ?? 0), 100n])
  const room = booked(most) - booked(exact)
  const units = booked(wanted)
  return { exact: smaller(wanted, sub(most, exact)), units: units < room ? units : room }
}

/** No column holds more. */
const MOST = 9_000_000_000_000_000_000n

/** The booked money of a bet whose legs are all decided, in minor units. */
export function referenceMoney(bet: ReferenceBet): ReferenceMoney {
  const money = covered(bet)
  if (!bet.uncovered) return money
  let back = 0n
  if (money.net > 0n && bet.stake - (bet.sold ?? 0n) > bet.uncovered) back = bet.stake - (bet.sold ?? 0n) - bet.uncovered
  return { status: 'RETURN', gross: back, bonus: 0n, tax: 0n, insurance: 0n, stakeTaxBack: 0n, freeBet: 0n, net: back }
}

/** Far enough ahead once: the whole stake of the leg wins, unless all of it comes back. */
function withLead(leg: ReferenceLeg): ReferenceLeg {
  if (leg.led === undefined || leg.enough === undefined || leg.led < leg.enough || isBack(leg)) return leg
  return { ...leg, result: { wins: [1n, 1n], back: [0n, 1n] } }
}

/** Two who share a place: half of the stake plays. More of them: nobody has won or lost. */
function withTie(leg: ReferenceLeg): ReferenceLeg {
  if (leg.tied === undefined) return leg
  return { ...leg, result: leg.tied > 2n ? { wins: [0n, 1n], back: [1n, 1n] } : { wins: [1n, 2n], back: [0n, 1n] } }
}

/** Counted leg by leg: the only beaten one among enough that were played out. */
function givenFor({ oneLost }: ReferenceBet, legs: ReferenceLeg[], most: bigint): bigint {
  if (!oneLost) return 0n
  const played = legs.filter((leg) => !isBack(leg))
  const beaten = played.filter(({ result }) => result.wins[0] + result.back[0] === 0n)
  if (beaten.length !== 1 || played.length < oneLost.legs) return 0n
  return most < oneLost.units ? most : oneLost.units
}

function covered(bet: ReferenceBet): ReferenceMoney {
  const money: ReferenceMoney = { status: 'LOSE', gross: 0n, bonus: 0n, tax: 0n, insurance: 0n, stakeTaxBack: 0n, freeBet: 0n, net: 0n }
  const legs = dropRelated(bet.legs.map((leg) => withLead(withTie(leg))))
  const running = bet.stake - (bet.sold ?? 0n)
  const promo = bet.promo ?? 0n
  const stake = playing(running, bet.tax)
  const most: Ratio = bet.maxPayout == null ? [MOST, 1n] : [bet.maxPayout * running, bet.stake]
  if (legs.every(isBack)) {
    const whole = bet.worth === undefined ? running : booked(smaller([bet.worth * running, bet.stake], most))
    const taxed = booked(sub([running, 1n], stake))
    const back = bet.tax?.returnsStakeTax ? taxed : 0n
    money.status = whole > running ? 'WIN' : 'RETURN'
    money.gross = whole - taxed + back < promo ? 0n : whole - taxed + back - promo
    money.stakeTaxBack = back
    // The part that was sold had its gain counted over the whole stake: over its own share there is more of it.
    const isMore = bet.tax?.payout?.base === 'net' && running < bet.stake
    if (whole > running || isMore) money.tax = leftToTax(bet, [money.gross - back, 1n], money.gross)
    money.net = money.gross - money.tax
    return money
  }
  const exact = smaller(playOut(bet, legs, stake), most)
  if (booked(exact) === 0n) {
    const cover = (bet.insured ?? 0n) < running ? (bet.insured ?? 0n) : running
    money.insurance = cover + (bet.latePremiums ?? 0n)
    money.net = money.insurance
    money.freeBet = givenFor(bet, legs, running - cover)
    return money
  }
  const added = addition(bet, exact, stake, most)
  const untaxed = bet.tax?.stake ? booked(smaller(playOut(bet, legs, [running, 1n]), most)) : booked(exact)
  money.status = untaxed > running ? 'WIN' : 'PARTIAL'
  money.gross = booked(exact) - promo < 0n ? 0n : booked(exact) - promo
  money.bonus = added.units
  money.tax = leftToTax(bet, sub(add(exact, added.exact), [promo, 1n]), money.gross + money.bonus)
  money.net = money.gross + money.bonus - money.tax
  return money
}
