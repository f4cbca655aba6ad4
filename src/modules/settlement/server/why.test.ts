import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { must } from '#lib/assert.ts'
import type { BookMarket } from '#modules/line/rules/book.ts'
import { marketType } from '#modules/line/rules/market-book.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { WhyReply } from '#modules/payout/contract.ts'
import { explain, sameMoney } from '#modules/payout/rules/explain.ts'
import { leftText } from '#modules/payout/rules/left-text.ts'
import { betOfInputs } from '#modules/payout/rules/why.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { plainRule } from '../rules/plain-rule.ts'
import { actByHand } from './by-hand.ts'
import { cancelFact, openAccounts, placeTestBet, settleFact, wonBy } from './fixtures.ts'
import { createSettlement, registerSettlement } from './index.ts'
import { askVoid } from './void-bet.ts'

const { db } = await testDatabase()
const clock = manualClock(10_000_000)
const log = createLog('silent', false)
const settlement = createSettlement({ db, clock, log })
const http = await createHttp({
  log,
  clock,
  texts: loadTexts(new URL('../../../../locales', import.meta.url).pathname),
  visitOf: () => ({
    config: polosa.config as unknown as SiteConfig,
    brand: 'polosa',
    lng: 'ru',
    country: 'DE',
    countryId: 49,
    partner: 1,
    group: 1,
    cfView: 0,
  }),
})
http.setAuthenticator(async (request) => {
  const id = Number(request.headers['x-test-player'] ?? 0)
  return { session: null, bearer: id ? { id, brand: 'polosa' } : null, extended: null, cookieToken: null, badToken: false, blocked: false }
})
/** Games that the line has, by constant id: the market that each offers. */
const offered = new Map<number, Pick<BookMarket, 'key' | 'outcomes'>>()
const byCi = (of: number) => (offered.has(of) ? { part: { markets: new Map([['', offered.get(of)!]]) } } : null)
registerSettlement(http.app, { db, line: { byCi } as unknown as Pick<Line, 'byCi'> })

let nextCi = 360_000_000
let ci = 0
let account = 0
let player = 0

beforeEach(async () => {
  ci = nextCi += 10
  account = (await openAccounts(db, 1, 100_000n))[0]!
  player = (await db.selectFrom('account').select('player_id').where('id', '=', account).executeTakeFirstOrThrow()).player_id
})

async function ask(bet: bigint | string, asPlayer = player): Promise<{ status: number; reply: WhyReply }> {
  const response = await http.app.inject({
    method: 'GET',
    url: `/web-api/bets/why?bet_id=${bet}`,
    headers: { 'x-test-player': String(asPlayer) },
  })
  return { status: response.statusCode, reply: (response.json() as { data: WhyReply }).data }
}

const tax = { rule: 'KE', stake: { mode: 'included', rate: '0.15' }, payout: { base: 'net', rate: '0.2' }, returnsStakeTax: true } as const

test('facts, rule and inputs: the reader comes to the same money, to the last unit', async () => {
  const legs = [{ ci, t: 1, price: 1500 }, { ci: ci + 1, t: 9, p: 2.5, price: 2000 }, { ci: ci + 2, t: 2, price: 2600 }] // prettier-ignore
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 9000n, vid: 2, legs, terms: { size: 2, tax } })
  await settlement.apply([
    settleFact({ ci, at: 2_000_000, results: wonBy(1) }),
    settleFact({
      ci: ci + 1,
      at: 2_100_000,
      market: 'total',
      spec: 'line=2.5',
      certainty: 'live',
      results: [{ outcome: '9:2.5', won: 1 }],
    }),
  ])
  const open = (await ask(bet)).reply
  expect([open.status, open.booked, open.legs[2]!.facts]).toEqual([1, null, []])
  await settlement.apply([settleFact({ ci: ci + 2, at: 2_200_000, results: wonBy(1) })])
  const { reply } = await ask(bet)
  expect(reply).toMatchObject({ bet_id: Number(bet), status: 4, currency: expect.any(String), voided: null, waits: null })
  expect(reply.legs[1]).toMatchObject({ rule: 'rule_total', params: { line: '2.5' }, corrected: false, void: null })
  expect(reply.legs[1]!.facts).toEqual([
    {
      said: 'settle',
      at: 2_100_000,
      source: 'world',
      certainty: 'live',
      result: { won: 1, voidHalves: 0, heat: ['1', '1'] },
      reason: null,
    },
  ])
  const told = must(explain(betOfInputs(reply.inputs!)), 'decided')
  expect(sameMoney(told.money, reply.booked!)).toBe(true)
  expect(BigInt(reply.booked!.net)).toBe(
    (await db.selectFrom('bet').select('payout_minor').where('id', '=', bet).executeTakeFirstOrThrow()).payout_minor,
  )
})

test('a corrected result is told as corrected, with both statements', async () => {
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 1, price: 1500 }] })
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  await settlement.apply([settleFact({ ci, at: 2_500_000, results: wonBy(2) })])
  const { reply } = await ask(bet)
  expect([reply.status, reply.legs[0]!.corrected]).toEqual([2, true])
  expect(reply.legs[0]!.facts.map((fact) => fact.result!.won)).toEqual([1, 0])
})

test('void legs say why: late, or by hand with the reason', async () => {
  const late = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 1, price: 1500 }], at: 3_000_000 })
  const byHand = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci: ci + 1, t: 1, price: 1500 }] })
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(2) })])
  await askVoid(
    { db, clock, settlement, staffPlayersOf: async () => [] },
    { betId: byHand, reason: 'technical', note: '', officer: 'anna' },
  )
  expect((await ask(late)).reply.legs[0]!.void).toBe('late')
  const { reply } = await ask(byHand)
  expect([reply.status, reply.voided, reply.legs[0]!.void, reply.booked!.net]).toEqual([5, 'technical', 'by_hand', '1000'])
})

test('a cancellation is of some hours, of the whole market or of the game, with its reason', async () => {
  const single = (of: number) => placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci: of, t: 1, price: 1500 }] })
  const [hours, market] = [await single(ci), await single(ci + 1)]
  const whole = cancelFact({ ci: ci + 1, at: 2_000_000 })
  await settlement.apply([
    cancelFact({ ci, at: 2_000_000, from: 500_000, to: 9_000_000 }),
    { ...whole, fact: Object.assign(whole.fact, { reason: 'not_played' }) },
  ])
  expect((await ask(hours)).reply.legs[0]).toMatchObject({ void: 'cancelled', void_reason: null })
  expect((await ask(market)).reply.legs[0]).toMatchObject({ void: 'market', void_reason: 'not_played' })
  await inTx(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
      VALUES (${ci + 1}, 'world', ${String(ci + 1)}, 1, 'game', '[]', now(), true, 'cancelled', 3, false, true, 'simulated', now())`.execute(
      tx,
    )
  })
  expect((await ask(market)).reply.legs[0]).toMatchObject({ void: 'game', void_reason: 'not_played' })
})

test('late and cancelled at once is told as the card of the bet tells it: a cancelled market has no result to be late for', async () => {
  const late = (of: number) =>
    placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci: of, t: 1, price: 1500 }], at: 3_000_000 })
  const [hours, market] = [await late(ci), await late(ci + 1)]
  await settlement.apply([ci, ci + 1].map((of) => settleFact({ ci: of, at: 2_000_000, results: wonBy(1) })))
  const told = async () => Promise.all([hours, market].map(async (bet) => (await ask(bet)).reply.legs[0]!.void))
  expect(await told()).toEqual(['late', 'late'])
  await settlement.apply([cancelFact({ ci, at: 4_000_000, from: 2_500_000, to: 3_500_000 }), cancelFact({ ci: ci + 1, at: 4_000_000 })])
  expect(await told()).toEqual(['cancelled', 'market'])
  const { rows } = await sql<{ id: bigint }>`SELECT id FROM bet WHERE id IN (${hours}, ${market}) AND status = 5`.execute(db)
  expect(rows).toHaveLength(2)
})

test('taken on the line when the game had begun, and in play; both are told that it began', async () => {
  const taken = (kind: 1 | 3) =>
    placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 1, price: 1500, kind }], at: 1_000_000 })
  const [line, inPlay] = [await taken(3), await taken(1)]
  await settlement.apply([cancelFact({ ci, at: 900_000, from: 900_001, line: true })])
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  const { reply } = await ask(line)
  expect(reply.legs[0]).toMatchObject({ void: 'started', void_reason: null, corrected: false })
  expect(reply.legs[0]!.facts.map(({ said, at }) => [said, at])).toEqual([
    ['started', 900_000],
    ['settle', 2_000_000],
  ])
  const told = must(explain(betOfInputs(reply.inputs!)), 'decided')
  expect([reply.status, sameMoney(told.money, reply.booked!)]).toEqual([5, true])
  expect((await ask(inPlay)).reply).toMatchObject({ status: 4, legs: [{ void: null }] })
  await settlement.apply([cancelFact({ ci, at: 950_000, from: 900_001, line: true, back: true })])
  expect((await ask(line)).reply).toMatchObject({
    status: 4,
    legs: [{ void: null, facts: [{ said: 'started' }, { said: 'started_rollback' }, { said: 'settle' }] }],
  })
})

test('an open leg is told by the rule of the market that the line has: the types of a win are those of two', async () => {
  const outcomes = marketType('result_2way').outcomes.map(({ t }) => ({ t, p: 0, playerId: 0 }) as BookMarket['outcomes'][number])
  offered.set(ci, { key: 'result_2way', outcomes })
  const legs = [
    { ci, t: 1, price: 1500 },
    { ci: ci + 1, t: 1, price: 1500 },
  ]
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, vid: 1, legs })
  const rules = async () => (await ask(bet)).reply.legs.map(({ rule }) => rule)
  expect(await rules()).toEqual(['rule_two_ways', 'rule_result'])
  offered.delete(ci)
  await settlement.apply([settleFact({ ci, at: 2_000_000, market: 'result_2way', results: wonBy(1) })])
  expect(await rules()).toEqual(['rule_two_ways', 'rule_result'])
})

test('a leg that an edit kept tells since when it stands, and is not late', async () => {
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 1, price: 1500 }], at: 3_000_000 })
  await inTx(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`UPDATE bet_leg SET bought_at = ${new Date(1_000_000)} WHERE bet_id = ${bet}`.execute(tx)
  })
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(2) })])
  expect((await ask(bet)).reply.legs[0]).toMatchObject({ bought_at: 1_000_000, void: null })
})

test('the bets of others do not exist, nor do numbers that are none', async () => {
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 1, price: 1500 }] })
  expect((await ask(bet, player + 1)).status).toBe(404)
  expect((await ask(1n)).status).toBe(404)
  expect((await ask('x')).status).toBe(422)
  expect((await ask(bet, 0)).status).toBe(401)
})

test('a handicap is told with the sign that the line has, a duel by what it compares', () => {
  const handicaps = [-35_000, 15_000, 0].map((p) => plainRule('handicap', 7, p).params['line'])
  expect(handicaps).toEqual(['−3.5', '+1.5', '0'])
  expect(plainRule('total', 9, 25_000).params['line']).toBe('2.5')
  expect(plainRule('duel', 9, 25_000)).toEqual({ key: 'rule_duel', params: {} })
})

test('a great win that waits shows its clock, and whether the first person has agreed (SET-14)', async () => {
  const winChecks = new Map([['polosa', { fromEur: '10', hours: 3 }]])
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 1, price: 2500 }] })
  await createSettlement({ db, clock, log, winChecks }).apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  const { reply } = await ask(bet)
  expect([reply.status, reply.waits, reply.booked]).toEqual([7, 'officers', null])
  expect(reply.check).toEqual({
    payout: '2500',
    asked_at: clock.now(),
    due_at: clock.now() + 3 * 3_600_000,
    now: clock.now(),
    signed: false,
  })
  expect([leftText(reply.check!.due_at - reply.check!.now), leftText(59_999), leftText(-1)]).toEqual(['3:00:00', '0:00:59', '0:00:00'])
})

test('an insured express tells its rule and the code that one lost leg has given; who made a result by hand is named', async () => {
  const legs = [0, 1, 2].map((n) => ({ ci: ci + n, t: 1, price: 2000 }))
  const expressInsurance = { legs: 3, minor: '700', days: 7 }
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs, terms: { expressInsurance } })
  const lost = () => settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(2) })])
  const deps = { db, clock, staffPlayersOf: async () => [] }
  await actByHand(deps, { ci, officer: 'officer-a', act: 'settle' }, async () => ({ happened: true, done: await lost() }))
  const open = (await ask(bet)).reply
  expect([open.status, open.inputs!.expressInsurance, open.free_bet]).toEqual([1, expressInsurance, null])
  expect(open.legs.map((leg) => leg.by_hand.map(({ officer, act }) => `${officer} ${act}`))).toEqual([['officer-a settle'], [], []])
  await settlement.apply([1, 2].map((n) => settleFact({ ci: ci + n, at: 2_100_000, results: wonBy(1) })))
  const { reply } = await ask(bet)
  expect(reply).toMatchObject({
    status: 2,
    free_bet: { used: false, code: expect.stringMatching(/^[0-9A-F]{12}$/) },
    booked: { freeBet: '700', net: '0' },
  })
  const told = must(explain(betOfInputs(reply.inputs!)), 'decided')
  expect(sameMoney(told.money, reply.booked!)).toBe(true)
})

test('a place that several share is explained by the rule of the house where the bet was made under it', async () => {
  const legs = [{ ci, t: 2637, price: 6000, playerId: 701 }]
  const [house, usual] = [
    await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs, terms: { houseHeat: [0] } }),
    await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs }),
  ]
  const results = [{ outcome: '2637@701', won: 1 as const, deadHeat: 1 / 3 }]
  await settlement.apply([settleFact({ ci, at: 2_000_000, market: 'outright', results })])
  const of = async (bet: bigint) => {
    const { reply } = await ask(bet)
    expect(sameMoney(explain(betOfInputs(reply.inputs!))!.money, reply.booked!)).toBe(true)
    return [reply.legs[0]!.rule, reply.booked!.net]
  }
  expect([await of(house), await of(usual)]).toEqual([
    ['rule_shared_by_house', '1000'],
    ['rule_official', '2000'],
  ])
})

test('a leg of a part has its own score, not that of the match; of a part of which nothing was told that is said', async () => {
  await sql`INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight)
    VALUES (36, 1, 1, 'GB', 'league', 'UTC', '{}', 1)`.execute(db)
  const parts = ['full', 'h1', 'h2', 'corners', 'shots', 'players']
  const bets: bigint[] = []
  for (const [n, part] of parts.entries()) {
    await sql`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES (${ci + n}, ${ci}, ${part}, ${ci + n + 300_000_000}, ${n})`.execute(db)
    await sql`INSERT INTO bet_game (ci, main_ci, game) VALUES (${ci + n}, ${ci}, '{}')`.execute(db)
    bets.push(await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci: ci + n, t: 1, price: 1500 }] }))
  }
  const finish = (periods: object[]) =>
    sql`
    INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, score, periods, stats, incidents, head_at)
    VALUES (${ci}, 1, 'world', 'f', 36, 1, 2, now(), 'ended', '{2,1}', ${JSON.stringify(periods)}::jsonb, '{"corners":[3,4],"shots_on":[4,1]}', '[]', now())
    ON CONFLICT (ci) DO UPDATE SET periods = excluded.periods`.execute(db)
  const told = async () => {
    const replies = await Promise.all(bets.map((bet) => ask(bet)))
    return replies.map(({ reply: { legs } }, n) => [parts[n], legs[0]!.score, legs[0]!.rule])
  }
  const void1 = [{ outcome: '1', won: 0 as const, voidFactor: 1 as const }]
  await settlement.apply(parts.map((_, n) => settleFact({ ci: ci + n, at: 2_000_000, results: n === 0 ? wonBy(1) : void1 })))
  await finish([{ no: 1, code: 'h1', score: [0, 1] }])
  expect(await told()).toEqual([
    ['full', [2, 1], 'rule_result'],
    ['h1', [0, 1], 'rule_result'],
    ['h2', null, 'rule_untold'],
    ['corners', null, 'rule_untold'],
    ['shots', null, 'rule_untold'],
    ['players', null, 'rule_result'],
  ])
  await settlement.apply([settleFact({ ci: ci + 3, at: 2_500_000, results: wonBy(1) })])
  expect((await told())[3]).toEqual(['corners', null, 'rule_result'])
  await finish([{ no: 1, code: 'h1', score: [0, 1] }, { no: 2, code: 'h2', score: [2, 0] }]) // prettier-ignore
  expect((await told()).slice(2)).toEqual([
    ['h2', [2, 0], 'rule_result'],
    ['corners', [3, 4], 'rule_result'],
    ['shots', [4, 1], 'rule_result'],
    ['players', null, 'rule_result'],
  ])
})
