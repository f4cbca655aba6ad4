/** A duel from its price to its money: bet, refused where it must be, settled and corrected from the real matches (rules 9.1). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#lib/time.ts'
import type { StoredBet } from '#modules/cashout/server/bet-store.ts'
import { neverSold } from '#modules/cashout/server/value-bet.ts'
import { madeResult } from '#modules/settlement/server/by-hand.ts'
import { holdsGame, holdsPosition } from '#modules/settlement/server/officer.ts'
import { inTx } from '#platform/server/db.ts'
import { testSite } from '#modules/bets/server/test-site.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { createDuels } from '#modules/offers/server/index.ts'
import { buildDuel } from '#modules/offers/server/duels.ts'
import { createSettlement } from '#modules/settlement/server/index.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { isProblem } from '#platform/shared/problem.ts'
import polosa from '../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../test/support/planted-rows.ts'
import { settleDuels, withDuels } from './duels.ts'
import { verifyDuels } from './verify-duels.ts'

const { db } = await testDatabase(8)
const clock = { now: () => site.clock.now() }
const texts = loadTexts(new URL('../../locales', import.meta.url).pathname)
let now = Date.UTC(2026, 8, 1, 12)
const line = createLine({ clock: { now: () => now }, texts })
const duels = createDuels(line)
const site = await testSite(
  db,
  polosa.config,
  () => {},
  () => ({ duels }),
  (fake) => withDuels(fake, duels),
)
const log = createLog('silent', false)
const settlement = createSettlement({ db, clock, log })
const settle = () => settleDuels({ db, clock, log, settlement })
const START = site.clock.now() + HOUR
const games = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => sampleGame({ n, startsAt: START + n * MINUTE, championshipId: 910_000 }))
const ids = games.map(({ sides }) => sides.map(({ id }) => id))
let player = 12_000
let account = 0
/** On a duel with the last game. */
let onVoided = 0
/** On every result of two duels, each with a match that breaks off. */
const brokenOff: number[] = []

beforeAll(() => {
  for (const game of games)
    line.apply([sampleGameFact(game), sampleFact({ t: 'model', game: '', supremacy: 0.4, total: 2.6, rho: -0.05 }, game.ci)])
})
afterAll(async () => {
  await site.booksAreRight()
  expect(brokenOf(await verifyDuels(db))).toEqual([])
})

function duelOf(team1Ids: number[], team2Ids: number[]) {
  const row = buildDuel(line.answers, { team1Ids, team2Ids, lng: 'en', format: 0 })
  if (isProblem(row)) throw new Error(row.code)
  return row as unknown as { I: number; CI: number; E: { T: number; C: number; P?: number }[]; PlayersDuel: object[] }
}

async function bet(duel: ReturnType<typeof duelOf>, t: number, p?: number, more: object = {}) {
  const priced = duel.E.find((one) => one.T === t && one.P === p)!
  const event = { GameId: duel.I, Type: t, Coef: priced.C, Param: p ?? 0, Kind: 3, PlayersDuel: duel.PlayersDuel }
  return site.makeBet(player, { Events: [event], Vid: 0, Summ: 10, UserId: account, betGUID: randomBytes(12).toString('hex'), ...more })
}

async function storeMatch(k: number, status: string, score: [number, number], periods = [{ no: 1, code: 'h1', score }]): Promise<void> {
  const { ci, ref, sides } = games[k]!
  await sql`INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
    VALUES (${ci}, 'world', ${ref}, 910000, 'match', '[]', ${new Date(START)}, true, ${status}, 1, false, true, 'simulated', ${new Date(site.clock.now())})
    ON CONFLICT (ci) DO UPDATE SET status = excluded.status, sent_at = excluded.sent_at`.execute(db)
  await sql`INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, score, periods, stats, incidents, head_at)
    VALUES (${ci}, 0, 'world', ${ref}, 910000, ${sides[0]!.id}, ${sides[1]!.id}, ${new Date(START)}, ${status}, ${`{${score.join()}}`}, ${JSON.stringify(periods)}::jsonb, '{}', '[]', now())
    ON CONFLICT (ci) DO UPDATE SET score = excluded.score, periods = excluded.periods`.execute(db)
}

const statusOf = async (id: number) =>
  await db.selectFrom('bet').select(['status', 'payout_minor']).where('id', '=', BigInt(id)).executeTakeFirstOrThrow()

test('a duel is a single at its own price; anything else is refused', async () => {
  account = await site.playerWith(player, 100_000n)
  const duel = duelOf([ids[0]![0]!, ids[1]![0]!], [ids[2]![0]!])
  const placed = await bet(duel, 1)
  expect(placed).toMatchObject({ Success: true, Value: { Coupon: { Coef: duel.E[0]!.C } } })
  const { rows } = await sql<{ ci: number; sides: object[]; receipt: { legs: { duel: number[][] }[] } }>`
    SELECT d.ci, d.sides, r.receipt FROM duel d JOIN bet_leg l ON l.ci = d.ci JOIN bet_receipt r ON r.bet_id = l.bet_id`.execute(db)
  expect(rows[0]).toMatchObject({ ci: duel.CI, receipt: { legs: [{ duel: [[ids[0]![0], ids[1]![0]], [ids[2]![0]]] }] } })
  expect(rows[0]!.sides).toHaveLength(3)
  expect(withDuels({} as LineReader, duels).names(duel.I, 1, 0, 0, 'ru')).toMatchObject({ sport: 'Футбол', championship: 'Дуэль' })
  const event = { GameId: duel.I, Type: 1, Coef: duel.E[0]!.C, Kind: 3, PlayersDuel: duel.PlayersDuel }
  const second = duelOf([ids[0]![1]!], [ids[1]![1]!])
  const other = { GameId: second.I, Type: 1, Coef: second.E[0]!.C, Kind: 3, PlayersDuel: second.PlayersDuel }
  const body = { Summ: 10, UserId: account }
  expect((await site.makeBet(player, { ...body, Events: [event, other], Vid: 1 })).ErrorCode).toBe(161_627)
  expect((await site.makeBet(player, { ...body, Events: [{ ...event, GameId: duel.I + 1 }], Vid: 0 })).ErrorCode).toBe(104)
  expect((await site.makeBet(player, { ...body, Events: [{ ...event, Coef: 9 }], Vid: 0 })).ErrorCode).toBe(130)
})

test('settled when every match is over, by regular time, and corrected when a score is', async () => {
  const duel = duelOf([ids[0]![0]!], [ids[1]![1]!])
  const total = duel.E.find((one) => one.T === 9)!.P!
  const bets = [await bet(duel, 1), await bet(duel, 2), await bet(duel, 3), await bet(duel, 9, total), await bet(duel, 10, total)].map(
    (one) => one.Value.Id,
  )
  onVoided = (await bet(duelOf([ids[3]![0]!], [ids[1]![1]!]), 1)).Value.Id
  for (const duel of [duelOf([ids[4]![0]!], [ids[5]![1]!]), duelOf([ids[6]![0]!], [ids[7]![1]!])])
    for (const t of [1, 2, 3]) brokenOff.push((await bet(duel, t)).Value.Id)
  site.clock.advance(3 * HOUR)
  now += 3 * HOUR
  await storeMatch(0, 'ended', [3, 0], [
    { no: 1, code: 'h1', score: [1, 0] },
    { no: 2, code: 'h2', score: [1, 0] },
    { no: 3, code: 'et1', score: [1, 0] },
  ] as never)
  expect(await settle()).toBe(0)
  await storeMatch(1, 'ended', [0, 0])
  // As many as a page holds cannot be decided yet, and began before.
  await sql`INSERT INTO duel (ci, game_id, identity, sides, sport_id, counts, starts_at)
    SELECT n, n, 'waits ' || n, '[{"team":1,"ci":1,"side":1},{"team":2,"ci":2,"side":1}]'::jsonb, 1, 1, ${new Date(START - HOUR)} FROM generate_series(1, 450) n`.execute(
    db,
  )
  expect(await settle()).toBe(1)
  expect((await Promise.all(bets.map(statusOf))).map((row) => row.status)).toEqual([4, 2, 2, ...(2 > total ? [4, 2] : [2, 4])])
  expect((await statusOf(bets[0]!)).payout_minor).toBe(BigInt(Math.round(duel.E[0]!.C * 1000)))
  expect(await settle()).toBe(0)
  await storeMatch(1, 'ended', [0, 2])
  // Of several workers one tells it.
  expect((await Promise.all([settle(), settle(), settle()])).toSorted()).toEqual([0, 0, 1])
  expect((await Promise.all(bets.slice(0, 3).map(statusOf))).map((row) => row.status)).toEqual([2, 4, 2])
  await site.booksAreRight()
})

test('a bet on it is never bought, and is told so instead of being over', async () => {
  const legs = await db.selectFrom('bet_leg').select('ci').where('bet_id', '=', BigInt(onVoided)).execute()
  const stored = { status: 1, promoMinor: 0n, advanceMinor: 0n, terms: {}, legs }
  expect(neverSold(stored as unknown as StoredBet)).toBe('duel')
  expect(neverSold({ ...stored, legs: [{ ci: games[0]!.ci }] } as unknown as StoredBet)).toBeNull()
})

test('whoever holds a bet on a duel decides nothing of its matches, nor about bets on them (SET-15)', async () => {
  const staff = async () => [player]
  const [first, , , last] = games
  expect(await holdsGame(db, staff, { officer: 'one', ci: first!.ci })).toBe(true)
  expect(await holdsGame(db, async () => [player + 1], { officer: 'two', ci: first!.ci })).toBe(false)
  expect(await inTx(db, (tx) => holdsPosition(tx, staff, { officer: 'one', betId: BigInt(onVoided) }))).toBe(true)
  await sql`INSERT INTO result_by_hand (ci, officer, act, at) VALUES (${last!.ci}, 'three', 'finish', now())`.execute(db)
  const made = (officer: string) => inTx(db, (tx) => madeResult(tx, { officer, betId: BigInt(onVoided) }))
  expect([await made('three'), await made('one')]).toEqual([true, false])
})

test('a match that a person has voided in play makes the duel void without a wait', async () => {
  await storeMatch(3, 'abandoned', [1, 0])
  expect(await settle()).toBe(0)
  await sql`UPDATE game SET status_note = 'called_off' WHERE ci = ${games[3]!.ci}`.execute(db)
  expect(await settle()).toBe(1)
  expect(await statusOf(onVoided)).toEqual({ status: 5, payout_minor: 1_000n })
})

test('a match that is abandoned and not played on within a day makes the duel void', async () => {
  await storeMatch(2, 'abandoned', [1, 0])
  expect(await settle()).toBe(0)
  site.clock.advance(25 * HOUR)
  expect(await settle()).toBe(1)
  const rows = await db
    .selectFrom('bet')
    .select(['status', 'payout_minor'])
    .where('account_id', '=', account)
    .where('status', '=', 5)
    .where('id', '!=', BigInt(onVoided))
    .execute()
  expect(rows).toEqual([{ status: 5, payout_minor: 1_000n }])
  expect((await bet(duelOfStale(), 1)).ErrorCode).toBe(104)
})

test('who retires or does not come plays on no more: what is decided stands, the rest comes back without a wait', async () => {
  for (const [k, score, as] of [
    [4, [3, 0]],
    [5, [0, 2], 'walkover'],
    [6, [2, 0], 'retired'],
    [7, [0, 0]],
  ] as const) {
    await storeMatch(k, 'ended', [...score])
    if (as) await sql`UPDATE game SET status_note = ${as} WHERE ci = ${games[k]!.ci}`.execute(db)
  }
  expect(await settle()).toBe(2)
  const results = await sql<{ result: string }>`SELECT result FROM duel WHERE result IN ('2:0!1', '3:0!2') ORDER BY result`.execute(db)
  expect(results.rows).toEqual([{ result: '2:0!1' }, { result: '3:0!2' }])
  // The score of a walkover is nobody's goals, and who did not come could still have scored; who led when the other's match was over has won.
  expect((await Promise.all(brokenOff.map(statusOf))).map((row) => row.status)).toEqual([5, 5, 5, 4, 2, 2])
})

/** Two matches of a day of their own, the n-th and the next one, which begin in an hour; of the second it is known how it ended. */
async function nextDuel(n: number) {
  now = site.clock.now()
  for (const k of [n, n + 1]) {
    games[k] = sampleGame({ n: k, startsAt: now + HOUR, championshipId: 910_000 })
    ids[k] = games[k].sides.map(({ id }) => id)
    line.apply([sampleGameFact(games[k]), sampleFact({ t: 'model', game: '', supremacy: 0.4, total: 2.6, rho: -0.05 }, games[k].ci)])
  }
  const { ci } = games[n]!
  const duel = duelOf([ids[n]![0]!], [ids[n + 1]![1]!])
  const id = (await bet(duel, 1)).Value.Id
  await storeMatch(n + 1, 'ended', [0, 0])
  await storeMatch(n, 'scheduled', [0, 0])
  await sql`UPDATE game SET kind = 3, starts_at = ${new Date(now + HOUR)} WHERE ci = ${ci}`.execute(db)
  const becomes = async (status: string, score: [number, number] = [0, 0]) => {
    await storeMatch(n, status, score)
    await sql`UPDATE game SET kind = 1 WHERE ci = ${ci}`.execute(db)
  }
  return { id, ci, duel, becomes, settled: async () => (await settle(), (await statusOf(id)).status) }
}

test('a match of many hours that stops for a moment is not one that was broken off', async () => {
  const { ci, becomes, settled } = await nextDuel(8)
  site.clock.advance(27 * HOUR)
  await becomes('live', [1, 0])
  expect(await settled()).toBe(1)
  await becomes('suspended', [1, 0])
  await sql`INSERT INTO game_stop (ci, from_at) VALUES (${ci}, ${new Date(site.clock.now())})`.execute(db)
  expect(await settled()).toBe(1)
  site.clock.advance(23 * HOUR)
  expect(await settled()).toBe(1)
  await sql`UPDATE game_stop SET until_at = ${new Date(site.clock.now())} WHERE ci = ${ci}`.execute(db)
  await becomes('ended', [1, 0])
  expect(await settled()).toBe(4)
})

test('who goes on after a day and more finds the duel void, and what comes then changes nothing', async () => {
  const { ci, becomes, settled } = await nextDuel(10)
  site.clock.advance(2 * HOUR)
  const stoppedAt = site.clock.now()
  const live = JSON.stringify({ state: { score: [0, 0], periods: [] } })
  await sql`INSERT INTO fact (provider, producer, key, t, game_ref, sent_at, received_at, body)
    SELECT 'world', 'live', 'before the stop', 'live', ref, ${new Date(stoppedAt)}, now(), ${live}::jsonb FROM game WHERE ci = ${ci}`.execute(
    db,
  )
  await becomes('interrupted')
  await sql`INSERT INTO game_stop (ci, from_at) VALUES (${ci}, ${new Date(stoppedAt)})`.execute(db)
  site.clock.advance(24 * HOUR)
  expect(await settled()).toBe(1)
  site.clock.advance(MINUTE)
  expect(await settled()).toBe(5)
  await sql`UPDATE game_stop SET until_at = ${new Date(site.clock.now())} WHERE ci = ${ci}`.execute(db)
  await becomes('ended', [4, 0])
  expect(await settled()).toBe(5)
})

test('a match that is moved is held against what was announced, and takes no more bets', async () => {
  const { ci, duel, becomes, settled } = await nextDuel(12)
  await sql`UPDATE game SET starts_at = starts_at + interval '30 hours' WHERE ci = ${ci}`.execute(db)
  site.clock.advance(25 * HOUR)
  expect(await settled()).toBe(1)
  site.clock.advance(MINUTE)
  expect(await settled()).toBe(5)
  now = site.clock.now()
  for (const k of [12, 13]) line.apply([sampleGameFact({ ...games[k]!, startsAt: now + 5 * HOUR })])
  expect(await bet(duel, 1)).toMatchObject({ ErrorCode: 158_150 })
  site.clock.advance(8 * HOUR)
  await becomes('ended', [4, 0])
  expect(await settled()).toBe(5)
})

test.each([
  ['0:2', 'another score', `UPDATE duel SET result = '5:0' WHERE result = '2:2'`],
  ['0:2', 'a whole duel that is called one that was not played on', `UPDATE duel SET result = '2:2!' WHERE result = '2:2'`],
  ['1:0', 'a duel that was not played on that is called whole', `UPDATE duel SET result = split_part(result, '!', 1)`],
  ['1:0', 'no result', 'UPDATE duel SET result = NULL'],
])('verify names a result that its outcomes were not settled as: %s, %s', async (_, __, change) =>
  expect(await plantedIn(db, 'duel', change, verifyDuels)).not.toEqual([]),
)

/** A duel as a page still shows it after its matches have begun. */
function duelOfStale() {
  return {
    I: 2_000_000_001,
    CI: 2_070_000_001,
    E: [{ T: 1, C: 2 }],
    PlayersDuel: [
      { Team: 1, PlayerIds: [ids[0]![0]] },
      { Team: 2, PlayerIds: [ids[1]![1]] },
    ],
  }
}
