/** Equal bets of one player have one largest stake together (rules 4): what is shown, what is counted, two servers at once. */
import { sql } from 'kysely'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { createLedger, currencyById } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createLimits, type LimitedBet, type LimitLeg, type Limits, type Taken } from './index.ts'

const { db } = await testDatabase(6)
const clock = manualClock(Date.UTC(2026, 8, 1))
await createLedger({ db, clock })
const currencyOf = (code: string) => must(currencyByCode(code), code)
const [EUR, KZT] = [currencyById(2), currencyById(87)]
/** At 7.8 a liability of 4,250 bears a stake of 625. */
const config = { minStakeEur: '0.20', liabilityEur: '4250', maxStakeEur: '100000', maxPayoutEur: '50000' }
const leg = (ci: number, price = 7800): LimitLeg => ({ ci, t: 9, p: 25_000, playerId: 0, price })
let player = 100
const bet = (legs: readonly LimitLeg[], more: Partial<LimitedBet> = {}): LimitedBet => ({
  vid: legs.length > 1 ? 1 : 0,
  legs,
  terms: {},
  playerId: player,
  brand: 'test',
  ...more,
})
const mostOf = (limits: Limits, one: LimitedBet, currency = EUR) => limits.stakeRangeOf(one, currency, config).maxMinor
const equals = ({ parts }: Taken) => (parts ?? []).filter(({ key }) => key.startsWith('e:'))

let betId = 7_000n
/** As the transaction of the bet does; the row of the bet is not there. */
async function count({ parts }: Taken): Promise<bigint> {
  betId += 1n
  const list = parts ?? []
  await rawPool(db).query('SELECT count_pools($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])', [
    [betId],
    list.map(() => betId),
    list.map(({ key }) => key),
    list.map(({ cents }) => String(cents)),
    list.map(({ mostCents }) => String(mostCents)),
  ])
  return betId
}

async function place(limits: Limits, one: LimitedBet, stakeMinor: bigint, currency = EUR): Promise<bigint> {
  const taken = limits.take(one, stakeMinor, currency, config)
  const id = await count(taken).catch((error: unknown) => {
    taken.giveBack()
    throw error
  })
  taken.keep()
  return id
}

test('what was staked stays its part of the largest stake when the price moves', async () => {
  player += 1
  const limits = createLimits(db, clock)
  await place(limits, bet([leg(player)]), 31_250n)
  expect(limits.stakeRangeOf(bet([leg(player)]), EUR, config)).toMatchObject({
    maxMinor: 31_250n,
    equals: { mostMinor: 62_500n, takenMinor: 31_250n, leftMinor: 31_250n },
  })
  // At 2.0 the largest stake is 4,250: half of it is left, not 4,250 less 312.50.
  expect(mostOf(limits, bet([leg(player, 2000)]))).toBe(212_500n)
  await place(limits, bet([leg(player, 2000)]), 212_500n)
  expect(mostOf(limits, bet([leg(player)]))).toBe(0n)
})

test('equal are the same outcomes and blocks in any order that says nothing, whatever the price; kind, size, player are not', () => {
  const limits = createLimits(db, clock)
  const legs = [leg(1, 2000), leg(2, 2000), leg(3, 2000), leg(4, 2000)]
  const keyOf = (one: LimitedBet) => equals(limits.take(one, 100_000n, EUR, config)).map(({ key }) => key)
  const [key] = keyOf(bet(legs))
  expect(key).toMatch(new RegExp(`^e:${player}:`))
  expect(keyOf(bet([leg(4, 2200), leg(1), leg(3), leg(2)]))).toEqual([key])
  const others = [
    bet(legs, { vid: 2, terms: { size: 2 } }),
    bet(legs, { vid: 2, terms: { size: 3 } }),
    bet(legs, { vid: 3 }),
    bet(legs, { terms: { jointPrice: 9000 } }),
    bet(legs.slice(1)),
    bet([...legs.slice(1), { ...leg(1), p: 35_000 }]),
    bet(legs, { playerId: player + 1000 }),
  ]
  expect(new Set([key, ...others.flatMap(keyOf)]).size).toBe(others.length + 1)
  expect(keyOf(bet(legs, { playerId: null }))).toEqual([])

  // What pays as the express of all of them is that express, however it is put together.
  const together = [
    bet(legs, {
      vid: 4,
      terms: {
        size: 2,
        blocks: [
          [0, 1],
          [2, 3],
        ],
      },
    }),
    bet(legs, { vid: 4, terms: { size: 3, blocks: [[3], [0, 1], [2]] } }),
    bet(legs, { vid: 4, terms: { size: 2, withLobby: true, blocks: [[0], [1, 3], [2]] } }),
    bet(legs, { vid: 5, terms: { blocks: [[0], [1, 2], [3]], blockStakes: ['1000', null, null] } }),
  ]
  for (const one of together) expect(keyOf(one)).toEqual([key])
  expect(keyOf(bet(legs, { vid: 5, terms: { blocks: [[0], [1, 2], [3]], blockStakes: ['1000', '500', null] } }))).not.toEqual([key])

  const multi = { vid: 4, terms: { size: 1, withLobby: true, blocks: [[0], [1], [2, 3]] } }
  const again = { vid: 4, terms: { size: 1, withLobby: true, blocks: [[0], [2, 1], [3]] } }
  const moved = [leg(1), leg(4), leg(3), leg(2)]
  expect(keyOf(bet(legs, multi))).toEqual(keyOf(bet(moved, again)))
  expect(keyOf(bet(legs, multi))).not.toEqual(keyOf(bet(moved, multi)))
  const chained = [legs, legs.toReversed()].map((list) => keyOf(bet(list, { vid: 3 })))
  expect(chained[0]).not.toEqual(chained[1])
})

test('small stakes write no row until they are a hundredth of the largest together', async () => {
  player += 1
  const limits = createLimits(db, clock)
  const again = bet([leg(player)])
  const small = Array.from({ length: 3 }, () => limits.take(again, 200n, EUR, config))
  expect(small.flatMap(equals)).toEqual([])
  small[0]!.giveBack()
  small[0]!.giveBack()
  small[1]!.keep()
  small[2]!.keep()
  // What is shown is taken, at whatever server: they are on top of it.
  expect(mostOf(limits, again)).toBe(62_500n)
  // A hundredth is used up: from now on each is counted.
  await place(limits, again, 300n)
  expect(mostOf(limits, again)).toBe(62_200n)
  await expect(place(limits, again, 62_201n)).rejects.toMatchObject({ code: '40001' })
  await place(limits, again, 62_200n)
  expect(mostOf(limits, again)).toBe(0n)
})

test('the same bet asked for twice at once does not refuse itself: on its way it takes nothing of what is shown', () => {
  player += 1
  const limits = createLimits(db, clock)
  const again = bet([leg(player)])
  const first = limits.take(again, 62_500n, EUR, config)
  expect(mostOf(limits, again)).toBe(62_500n)
  first.keep()
  expect(mostOf(limits, again)).toBe(0n)
})

test('what was agreed to counts without being bound, and leaves the next ordinary bet nothing', async () => {
  player += 1
  const limits = createLimits(db, clock)
  const ordinary = bet([leg(player)])
  const agreed = { ...ordinary, equalTimes: null }
  await place(limits, agreed, 100_000n)
  await place(limits, agreed, 100_000n)
  expect(mostOf(limits, agreed)).toBe(62_500n)
  expect(limits.stakeRangeOf(agreed, EUR, config).equals).toMatchObject({ takenMinor: 200_000n, leftMinor: 0n })
  expect(mostOf(limits, ordinary)).toBe(0n)
  await expect(place(createLimits(db, clock), ordinary, 62_500n)).rejects.toMatchObject({ code: '40001' })
})

test('in a currency whose sums are rounded the largest stake is taken whole, and nothing is left', async () => {
  player += 1
  const limits = createLimits(db, clock)
  const again = bet([leg(player, 2130), leg(player + 1000, 1770)])
  await place(limits, again, mostOf(limits, again, KZT), KZT)
  expect(mostOf(limits, again, KZT)).toBe(0n)
  expect(mostOf(limits, again, EUR)).toBe(0n)
})

test('whatever was staked at whatever price and in whatever currency: what is left is taken to the last unit, then nothing is', async () => {
  const codes = ['EUR', 'KZT', 'JPY', 'KWD', 'BTC'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...codes), fc.integer({ min: 1001, max: 90_000 }), fc.integer({ min: 10, max: 1000 })), {
        minLength: 1,
        maxLength: 5,
      }),
      async (bets) => {
        player += 1
        const limits = createLimits(db, clock)
        for (const [code, price, part] of bets) {
          const most = mostOf(limits, bet([leg(player, price)]), currencyOf(code))
          if (most > 0n) await place(limits, bet([leg(player, price)]), (most * BigInt(part)) / 1000n || 1n, currencyOf(code))
        }
        const [code, price] = bets[0]!
        const last = bet([leg(player, price)])
        const left = mostOf(limits, last, currencyOf(code))
        if (left > 0n) await place(limits, last, left, currencyOf(code))
        expect(mostOf(limits, last, currencyOf(code))).toBe(0n)
      },
    ),
    { numRuns: 60 },
  )
})

test('two servers at once: together no more than the largest stake, and the loser learns what is left', async () => {
  player += 1
  const [here, there] = [createLimits(db, clock), createLimits(db, clock)]
  const again = bet([leg(player)])
  const done = await Promise.allSettled([here!, there!].map((limits) => place(limits, again, 40_000n)))
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const limits of [here!, there!]) {
    await limits.refresh()
    expect(mostOf(limits, again)).toBe(22_500n)
  }
  // One that starts now knows it, and what is heard from another is believed until it is read.
  const late = createLimits(db, clock)
  await late.load()
  await late.stop()
  expect(mostOf(late, again)).toBe(22_500n)
  const [part] = equals(there!.take(again, 22_500n, EUR, config))
  late.hear([part!])
  expect(mostOf(late, again)).toBe(0n)
  late.hear([{ ...part!, cents: -part!.cents }])
  expect(mostOf(late, again)).toBe(22_500n)
})

test('a sold bet gives back what it had at once, a part of it its part', async () => {
  player += 1
  const limits = createLimits(db, clock)
  const again = bet([leg(player)])
  const id = await place(limits, again, 62_500n)
  const other = await place(limits, bet([leg(player + 1)]), 62_500n)
  for (const one of [id, other])
    await sql`INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, accepted_at, price)
      VALUES (${one}, ${player}, 1, 2, 0, 1, 1, 62500, now(), 7.8)`.execute(db)
  const release = async (...what: [stake?: { leftMinor: bigint; soldMinor: bigint }]) =>
    limits.hear(await inTx(db, (tx) => limits.release(tx, id, ...what)))
  await release({ leftMinor: 50_000n, soldMinor: 12_500n })
  expect(mostOf(limits, again)).toBe(12_500n)
  await release({ leftMinor: 25_000n, soldMinor: 25_000n })
  expect(mostOf(limits, again)).toBe(37_500n)
  // It is still open: nothing more to give back.
  await release()
  expect(mostOf(limits, again)).toBe(37_500n)
  await db.updateTable('bet').set({ status: 8 }).where('id', '=', id).execute()
  await release({ leftMinor: 10n, soldMinor: 24_990n })
  expect(mostOf(limits, again)).toBe(37_500n)
  await release()
  await release()
  expect(mostOf(limits, again)).toBe(62_500n)
  await limits.refresh()
  expect(mostOf(limits, again)).toBe(62_500n)
  expect(mostOf(limits, bet([leg(player + 1)]))).toBe(0n)
})
