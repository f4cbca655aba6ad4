/** One betGUID is one bet, one auto-bet or one bid (wire rule 27, WAG-02), one after the other and at the same moment. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { betRequest } from '#modules/bets/contract.ts'
import { createBets } from '#modules/bets/server/index.ts'
import { EUR, testSite } from '#modules/bets/server/test-site.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { createStream } from '#platform/server/stream.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { ordersOf } from './test-orders.ts'
import { ctxOf } from './visit.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config, (config) => {
  config.betting.limits = { ...config.betting.limits, liabilityEur: '500', maxStakeEur: '500' }
  config.betting.vip = { ...config.betting.vip, countries: ['DE'] }
})
const { line, clock } = site
const orders = ordersOf(site)
orders.routes(site.app, () => null)
/** Another process: the database is all that the two tell each other through. */
const there = createBets({ ...site, stream: createStream(createLog('silent', false)) })
ordersOf({ ...site, bets: there })

const PRICE = 1_900
let player = 5_000
let game = 600_900_000
let account: number
let keys = 0
let key: string

beforeEach(async () => {
  player += 1
  game += 10
  key = `c0b1c2d3e4f5a6b7${String((keys += 1)).padStart(8, '0')}`
  account = await site.playerWith(player, 500_000n)
  // Each kind has a game of its own: nothing but the key is common to them.
  for (const id of [game, game + 1, game + 2]) {
    line.addGame(id)
    line.addOutcome(id, 1, PRICE, { prob: 1 / 2.1 })
  }
})
afterEach(() => site.booksAreRight())

interface Answer {
  ErrorCode: number
  Value: object | null
}

const bodyOn = (gameId: number, more: object) => ({
  Events: [{ GameId: gameId, Type: 1, Coef: PRICE / 1000, Param: 0, Kind: 3, PlayerId: 0 }],
  Vid: 0,
  Summ: 10,
  betGUID: key,
  ...more,
})
const BODIES = {
  bet: () => bodyOn(game, {}),
  autoBet: () => bodyOn(game + 1, { isAutoBet: true, autoBetCf: 9 }),
  // Higher than the fair price: it waits for the trader.
  bid: () => bodyOn(game + 2, { WantedCoef: 9 }),
}
type Kind = keyof typeof BODIES
const KINDS = ['bet', 'autoBet', 'bid'] as const
const PAIRS = KINDS.flatMap((first) => KINDS.filter((second) => second !== first).map((second) => [first, second] as const))

async function call(kind: Kind, more: object = {}): Promise<Answer> {
  const path = `/service-api/LiveBet/Secure/${kind === 'bid' ? 'MakeBetBidWeb' : 'MakeBetWeb'}`
  return (await site.post(path, { ...BODIES[kind](), ...more }, player)).json as Answer
}

/** The same call in the other process; bids keep nothing in a process. */
async function callThere(kind: Kind, more: object = {}): Promise<Answer> {
  if (kind === 'bid') return call(kind, more)
  const visit = { brand: 'polosa', lng: 'en', country: 'DE', countryId: 49, partner: 1, cfView: 0, ip: '127.0.0.1' }
  const ctx = ctxOf(visit, player, () => site.config, clock)
  const made = await there.makeBet({ ...ctx, text: (name) => name }, betRequest.parse({ ...BODIES[kind](), ...more }))
  return isProblem(made) ? { ErrorCode: made.wire ?? 0, Value: null } : { ErrorCode: 0, Value: made }
}

/** What tells one answer from another: the number of what was made, or of the refusal. */
function told({ ErrorCode, Value }: Answer): unknown {
  if (ErrorCode !== 0) return ErrorCode
  const { Id, AutoBetId, BidId } = Value as Record<string, number>
  return { Id, AutoBetId, BidId }
}

/** What the player has, and the money that has left his account for it. */
async function effects() {
  const count = async (table: 'bet' | 'auto_bet' | 'bid') =>
    (await db.selectFrom(table).select('stake_minor').where('player_id', '=', player).execute()).length
  const gone = 500_000n - (await site.ledger.account(account))!.balanceMinor
  return { bet: await count('bet'), autoBet: await count('auto_bet'), bid: await count('bid'), gone }
}
const only = (kind: Kind) => ({ bet: 0, autoBet: 0, bid: 0, [kind]: 1, gone: kind === 'autoBet' ? 0n : 1_000n })

const deposit = (amountMinor: bigint) =>
  inTx(db, (tx) =>
    site.ledger.post(tx, {
      kind: 'deposit',
      txId: site.ledger.ids.next(),
      at: new Date(clock.now()),
      entries: [
        { accountId: account, currencyId: EUR, amountMinor },
        { accountId: systemAccountId('cashier', EUR), currencyId: EUR, amountMinor: -amountMinor },
      ],
    }),
  )

/** Calls that have all come as far as the key when it becomes free: it was held by somebody who never commits. */
async function atOnce(...calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const other = await rawPool(db).connect()
  try {
    await other.query('BEGIN')
    await other.query('INSERT INTO bet_key (player_id, guid, body_hash, bet_id, at) VALUES ($1, $2, gen_random_uuid(), 0, now())', [
      player,
      key,
    ])
    const answers = Promise.all(calls.map((one) => one()))
    await expect.poll(() => lockWaits(db)).toBe(calls.length)
    await other.query('ROLLBACK')
    return await answers
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
}

describe('one key', () => {
  it.each(PAIRS)('of this %s is that of no %s, and its own call is told the same again', async (first, second) => {
    const made = await call(first)
    expect(made.ErrorCode).toBe(0)
    for (const other of [call, callThere]) {
      expect((await other(second)).ErrorCode).toBe(161_627)
      expect((await other(second, { OnlyKnown: true })).ErrorCode).toBe(161_627)
      expect((await other(first, { Summ: 11 })).ErrorCode).toBe(161_627)
      expect(told(await other(first))).toEqual(told(made))
      expect(told(await other(first, { OnlyKnown: true }))).toEqual(told(made))
    }
    expect(await effects()).toEqual(only(first))
  })

  it.each(PAIRS)('for this %s and that %s at the same moment: one of them is made', async (first, second) => {
    const answers = await atOnce(
      () => call(first),
      () => callThere(second),
    )
    const codes = answers.map(({ ErrorCode }) => ErrorCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 161_627])
    const made = codes[0] === 0 ? first : second
    expect(await effects()).toEqual(only(made))
    expect(told(await callThere(made))).toEqual(told(answers[codes.indexOf(0)]!))
  })

  it.each(['autoBet', 'bid'] as const)('for one %s twice at the same moment: one order, told to both', async (kind) => {
    const [a, b] = await atOnce(
      () => call(kind),
      () => callThere(kind),
    )
    expect(a!.ErrorCode).toBe(0)
    expect(told(b!)).toEqual(told(a!))
    expect(await effects()).toEqual(only(kind))
  })

  it.each(['autoBet', 'bid'] as const)('of an %s is that of none of several bets', async (kind) => {
    await call(kind)
    const more = { Vid: 11, Events: [...BODIES.bet().Events, ...BODIES.autoBet().Events], UserId: account }
    const { Value } = (await site.post('/service-api/LiveBet/Secure/MakeBetWebMulti', { ...BODIES.bet(), ...more }, player)).json as Answer
    expect(Value).toMatchObject({ PlacedCount: 0, Bets: [{ ErrorCode: 161_627 }, { ErrorCode: 161_627 }] })
    expect(await effects()).toEqual(only(kind))
  })

  it.each(['autoBet', 'bid'] as const)('for an %s and a question about it at the same moment: made for both or for none', async (kind) => {
    const answers = await atOnce(
      () => call(kind),
      () => callThere(kind, { OnlyKnown: true }),
    )
    const now = await effects()
    const again = [...answers, await call(kind), await callThere(kind, { OnlyKnown: true })]
    expect(new Set(again.map((answer) => JSON.stringify(told(answer)))).size).toBe(1)
    expect(await effects()).toEqual(now)
    expect(now.autoBet + now.bid).toBe(answers[0]!.ErrorCode === 0 ? 1 : 0)
  })
})

describe('an order that comes to nothing', () => {
  it('leaves its key free', async () => {
    expect((await call('bid', { Summ: 9_000 })).ErrorCode).toBe(103)
    expect((await call('autoBet', { autoBetCf: 0.4 })).ErrorCode).toBe(161_627)
    expect((await call('bet')).ErrorCode).toBe(0)
    expect(await effects()).toEqual(only('bet'))
  })

  it('and was given before orders took their keys: it is found by itself', async () => {
    for (const kind of ['autoBet', 'bid'] as const) {
      const made = await call(kind)
      await db.deleteFrom('bet_key').where('player_id', '=', player).execute()
      expect(told(await call(kind))).toEqual(told(made))
      expect((await call(kind, { Summ: 11 })).ErrorCode).toBe(161_627)
      key = `${key}x`
    }
  })
})

describe('a VIP stake', () => {
  const vip = { Summ: 500, VIPBetSumm: 800 }
  const both = { bet: 1, autoBet: 0, bid: 1, gone: 80_000n }

  it('has one key for its placed part and the bid for its rest, and another bid does not get it', async () => {
    const made = await call('bet', vip)
    expect(made.Value).toMatchObject({ BidId: expect.toSatisfy((id: number) => id > 0) })
    for (const other of [call, callThere]) {
      expect(told(await other('bet', vip))).toEqual(told(made))
      expect((await other('bid')).ErrorCode).toBe(161_627)
      expect((await other('autoBet')).ErrorCode).toBe(161_627)
    }
    expect(await effects()).toEqual(both)
  })

  it('asked about holds nothing for a rest that got no bid; the call itself does', async () => {
    player += 500_000
    account = await site.playerWith(player, 60_000n)
    const { Id } = told(await call('bet', vip)) as { Id: number }
    await deposit(440_000n)
    const left = await effects()
    expect(left).toMatchObject({ bet: 1, bid: 0 })
    for (const other of [call, callThere]) expect(told(await other('bet', { ...vip, OnlyKnown: true }))).toMatchObject({ Id, BidId: 0 })
    expect(await effects()).toEqual(left)
    const made = told(await call('bet', vip))
    for (const other of [call, callThere]) expect(told(await other('bet', { ...vip, OnlyKnown: true }))).toEqual(made)
    expect(await effects()).toEqual(both)
  })

  it('is not placed under the key of a bid', async () => {
    await call('bid')
    expect((await call('bet', vip)).ErrorCode).toBe(161_627)
    expect(await effects()).toEqual(only('bid'))
  })

  it('asked for twice at the same moment is one bet and one bid', async () => {
    const [a, b] = await atOnce(
      () => call('bet', vip),
      () => callThere('bet', vip),
    )
    expect((b!.Value as { Id: number }).Id).toBe((a!.Value as { Id: number }).Id)
    expect(await effects()).toEqual(both)
  })
})
