/** The index of values against a plain model of it, and what it costs when many bets come and go. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { millionths, type OffReason } from '../rules/sale-bet.ts'
import type { LegNow, OutcomeId } from './leg-now.ts'
import { type BetSlot, type IndexedBet, ValueIndex } from './value-index.ts'

const keyOf = ({ ci, t }: Pick<OutcomeId, 'ci' | 't'>) => `${ci}:${t}`

/** A line that a test moves, and how often it was asked. */
function lineOf(first: LegNow) {
  const known = new Map<string, LegNow>()
  const line = {
    asked: 0,
    set: (outcome: Pick<OutcomeId, 'ci' | 't'>, now: LegNow) => void known.set(keyOf(outcome), now),
    now(outcome: OutcomeId): LegNow {
      line.asked += 1
      return known.get(keyOf(outcome)) ?? first
    },
  }
  return line
}

const at = (chance: number): LegNow => ({ on: true, chance: millionths(chance), price: 2000, gameId: 1 })

interface Made {
  id: number
  playerId: number
  legs: readonly Pick<OutcomeId, 'ci' | 't'>[]
  scale: number
  never: OffReason | null
}

const betOf = ({ id, playerId, legs, scale, never }: Made): IndexedBet => ({
  id: BigInt(id),
  playerId,
  live: never ?? { open: legs.map((_, i) => i), scale, worth: null, net: null },
  legs: legs.map(({ ci, t }) => ({ ci, t, p: 0, playerId: 0 })),
  minMinor: 40,
  greatMinor: null,
  targetMinor: null,
  unit: 100,
  stake: 1,
})

type Worth = Pick<BetSlot, 'valueMinor' | 'off'>

/** The same without lists and places: what is known of an outcome is known as long as somebody is on it. */
function modelOf(line: Pick<ReturnType<typeof lineOf>, 'now'>) {
  const bets = new Map<number, Made>()
  const worths = new Map<number, Worth>()
  const seen = new Map<string, LegNow>()
  const look = (key: string) => line.now({ ci: Number(key.split(':')[0]), t: Number(key.split(':')[1]), p: 0, playerId: 0 })
  const off = (reason: OffReason): Worth => ({ valueMinor: 0, off: reason })
  function worthOf({ legs, scale, never }: Made): Worth {
    if (never) return off(never)
    let value = scale
    const nows = legs.map((leg) => seen.get(keyOf(leg))!)
    for (const now of nows) if (!now.on) return off(now.reason)
    for (const now of nows) {
      if (!now.on || now.chance < 10_000) return off('too_unlikely')
      value *= now.chance / 1e6
    }
    const valueMinor = Math.floor(value * (1 + 1e-13))
    return valueMinor < 40 ? off('too_small') : { valueMinor, off: null }
  }
  const keysOf = (bet: Made) => (bet.never ? [] : bet.legs.map(keyOf))
  return {
    bets,
    worths,
    put(bet: Made) {
      this.remove(bet.id)
      bets.set(bet.id, bet)
      for (const key of keysOf(bet)) if (!seen.has(key)) seen.set(key, look(key))
      worths.set(bet.id, worthOf(bet))
    },
    remove(id: number) {
      bets.delete(id)
      worths.delete(id)
      const held = new Set([...bets.values()].flatMap(keysOf))
      for (const key of seen.keys()) if (!held.has(key)) seen.delete(key)
    },
    refresh(cis: readonly number[] | null): number[] {
      const moved = new Set<string>()
      for (const [key, before] of seen) {
        if (cis && !cis.includes(Number(key.split(':')[0]))) continue
        const now = look(key)
        seen.set(key, now)
        if (JSON.stringify(now) !== JSON.stringify(before)) moved.add(key)
      }
      return [...bets.values()].flatMap((bet) => {
        if (!keysOf(bet).some((key) => moved.has(key))) return []
        const before = JSON.stringify(worths.get(bet.id))
        worths.set(bet.id, worthOf(bet))
        return JSON.stringify(worths.get(bet.id)) === before ? [] : [bet.id]
      })
    },
  }
}

const PARTS = [1, 2]
const PLAYERS = [1, 2, 3, 4]
const ci = fc.constantFrom(...PARTS)
const outcome = fc.record({ ci, t: fc.integer({ min: 1, max: 2 }) })
const id = fc.integer({ min: 1, max: 8 })
const legNow: fc.Arbitrary<LegNow> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(0.005, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8).map(at) },
  { weight: 1, arbitrary: fc.constantFrom<OffReason>('suspended', 'event_over').map((reason) => ({ on: false as const, reason })) },
)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      bet: fc.record<Made>({
        id,
        playerId: fc.constantFrom(...PLAYERS),
        // The same outcome twice is no bet of this house, and is no reason to lose count.
        legs: fc.array(outcome, { minLength: 1, maxLength: 4 }),
        scale: fc.integer({ min: 1_000, max: 100_000 }),
        never: fc.option(fc.constantFrom<OffReason>('promo', 'decided'), { freq: 12 }),
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('price' as const), outcome, now: legNow }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refresh' as const), cis: fc.option(fc.uniqueArray(ci), { freq: 4 }) }) },
)

const sorted = (ids: readonly (bigint | number)[]) => ids.map(Number).toSorted((a, b) => a - b)

test('bets that come, go and move are worth what a plain model says', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const line = lineOf(at(0.5))
      const index = new ValueIndex(line)
      const model = modelOf(line)
      for (const one of steps) {
        if (one.do === 'put') {
          index.put(betOf(one.bet))
          model.put(one.bet)
        } else if (one.do === 'remove') {
          index.remove(BigInt(one.id))
          model.remove(one.id)
        } else if (one.do === 'price') line.set(one.outcome, one.now)
        else {
          const changed = one.cis ? index.refresh(one.cis) : index.refreshAll()
          expect(sorted(changed.map((slot) => slot.id))).toEqual(sorted(model.refresh(one.cis)))
        }
        expect(index.size).toBe(model.bets.size)
        expect(sorted(index.all().map((slot) => slot.id))).toEqual(sorted([...model.bets.keys()]))
        for (const [betId, worth] of model.worths) expect(index.get(BigInt(betId))).toMatchObject(worth)
      }
      const two = new Set(PLAYERS.slice(0, 2))
      const ofTwo = [...model.bets.values()].filter((bet) => two.has(bet.playerId)).map((bet) => bet.id)
      expect(sorted(index.ofPlayers(two).map((slot) => slot.id))).toEqual(sorted(ofTwo))
      for (const betId of model.bets.keys()) index.remove(BigInt(betId))
      line.asked = 0
      expect([index.refreshAll(), line.asked]).toEqual([[], 0])
    }),
    { numRuns: 300 },
  )
})

const single = (n: number, part: number): IndexedBet =>
  betOf({ id: n, playerId: 1, legs: [{ ci: part, t: 1 }], scale: 10_000, never: null })

test('an outcome that the last bet has left is asked about no more, and again when somebody is on it', () => {
  const line = lineOf(at(0.5))
  const index = new ValueIndex(line)
  for (let n = 1; n <= 1_000; n += 1) index.put(single(n, n))
  for (let n = 2; n <= 1_000; n += 1) index.remove(BigInt(n))
  line.asked = 0
  index.refreshAll()
  expect(line.asked).toBe(1)
  line.set({ ci: 7, t: 1 }, at(0.25))
  expect(index.put(single(2_000, 7)).valueMinor).toBe(2_500)
})

test('a bet that is on an outcome twice leaves it twice, wherever it stood', () => {
  const line = lineOf(at(0.5))
  const index = new ValueIndex(line)
  index.put(single(1, 1))
  index.put(betOf({ id: 2, playerId: 1, legs: [...Array(2)].map(() => ({ ci: 1, t: 1 })), scale: 10_000, never: null }))
  index.remove(1n)
  index.put(single(3, 1))
  index.remove(2n)
  line.set({ ci: 1, t: 1 }, at(0.25))
  expect(index.refresh([1]).map((slot) => [slot.id, slot.valueMinor])).toEqual([[3n, 2_500]])
})

const MANY = 60_000

/** Milliseconds of this process to take out bets that all are on one outcome, or each on one of its own. */
function removalMs(partOf: (n: number) => number): number {
  const index = new ValueIndex(lineOf(at(0.5)))
  for (let n = 1; n <= MANY; n += 1) index.put(single(n, partOf(n)))
  const begun = process.cpuUsage()
  // In an order that has nothing to do with the one in which they came.
  for (let n = 0; n < MANY; n += 1) index.remove(BigInt(((n * 7_919) % MANY) + 1))
  expect(index.size).toBe(0)
  return process.cpuUsage(begun).user / 1_000
}

test('the bets of one outcome leave as fast as those of many', () => {
  const apart = removalMs((n) => n)
  expect(removalMs(() => 1)).toBeLessThan(4 * apart)
})
