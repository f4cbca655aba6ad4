/**
 * Law of the replay (feeds 6): the same recorded Saturday, played twice from an empty database, gives the same facts,
 * bets, ledger and book, byte for byte. Two parts of it are played here, with players who bet on what they see: games of
 * the early afternoon at four times their speed, and some minutes of noon, where everything that is in play and all
 * that is to come is told at once.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#lib/time.ts'
import type { Fact, Game } from '#modules/feeds/rules/fact.ts'
import { gameRefOf } from '#modules/feeds/rules/fact-key.ts'
import { createReplay } from '#modules/replay/server/index.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { isOpen } from '#modules/line/rules/book.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx, rawPool, type Db } from '#platform/server/db.ts'
import { findDataPack } from '#platform/server/env.ts'
import { bookText, openReplayHouse, withoutPast, type ReplayHouse } from '../../tools/replay-house.ts'
import { testDatabase } from '../support/database.ts'

const pack = findDataPack(process.env['POLOSA_DATA'])
if (pack === null && process.env['POLOSA_DATA_REQUIRED'] === '1') throw new Error('POLOSA_DATA_REQUIRED: the data pack is absent')
const NOON = Date.UTC(2026, 10, 21, 12)
const NOON_MS = 4 * MINUTE
const FROM = Date.UTC(2026, 10, 21, 14)
const TO = FROM + 50 * MINUTE
const STEP = 30 * SECOND
const FOOTBALL_GAMES = 20
const PLAYERS = 12
const EURO = 2

/** Every row, in the order of its key. Left out: the outbox, whose rows leave, and times that a settler measured of itself. */
const TABLES: Readonly<Record<string, string>> = {
  fact: 'SELECT * FROM fact ORDER BY id',
  fact_parked: 'SELECT * FROM fact_parked ORDER BY id',
  game: 'SELECT * FROM game ORDER BY ci',
  game_part: 'SELECT * FROM game_part ORDER BY ci',
  bet: 'SELECT * FROM bet ORDER BY id',
  bet_leg: 'SELECT * FROM bet_leg ORDER BY bet_id, ix',
  bet_receipt: 'SELECT * FROM bet_receipt ORDER BY bet_id',
  settlement_action: 'SELECT * FROM settlement_action ORDER BY id',
  outcome_result: 'SELECT * FROM outcome_result ORDER BY ci, t, p, player_id',
  account: 'SELECT * FROM account ORDER BY id',
  ledger_posting: 'SELECT * FROM ledger_posting ORDER BY kind, key',
  ledger_entry: 'SELECT * FROM ledger_entry ORDER BY account_id, tx_id, kind, n',
}

type Tape = readonly { at: number; facts: readonly Fact[] }[]

interface Played {
  hashes: Record<string, string>
  rows: Record<string, string[]>
  book: string
  live: Set<number>
  sports: Set<number>
  bets: { settled: bigint; won: bigint; open: bigint }
  refused: number
  violations: unknown[]
  parked: number
}

describe.skipIf(pack === null)('noon of the same recorded Saturday twice (needs the data pack)', () => {
  const runs: Played[] = []

  beforeAll(async () => {
    const tape = noonTape()
    for (let run = 0; run < 2; run += 1) runs.push(await played((await testDatabase()).db, await tape, { betsUntil: NOON + NOON_MS }))
  }, 400_000)

  it('gives the same facts, bets, ledger and book, byte for byte', () => isTheSame(runs))

  it('begins with games in play, and with what is to come', () => {
    const { live, rows, refused } = runs[0]!
    expect(live.size).toBeGreaterThanOrEqual(6)
    expect(rows['game']!.length).toBeGreaterThan(300)
    expect(rows['bet']!.length).toBeGreaterThan(20)
    expect(refused).toBe(0)
  })
})

describe.skipIf(pack === null)('the same recorded Saturday twice (needs the data pack)', () => {
  const runs: Played[] = []

  beforeAll(async () => {
    const tape = await recordedTape()
    // Nobody bets at the very end, so that everything is decided when the curtain falls.
    const times = { betsUntil: TO - 15 * MINUTE, curtain: TO + 20 * MINUTE }
    for (let run = 0; run < 2; run += 1) runs.push(await played((await testDatabase()).db, tape, times))
  }, 400_000)

  it('gives the same facts, bets, ledger and book, byte for byte', () => isTheSame(runs))

  it('was a Saturday worth the name: games of several sports, bets taken, won, lost and paid', () => {
    const { sports, bets, rows, refused, parked } = runs[0]!
    expect(sports.size).toBeGreaterThanOrEqual(4)
    expect(rows['fact']!.length).toBeGreaterThan(1000)
    expect(bets.settled).toBeGreaterThan(150n)
    expect(bets.won).toBeGreaterThan(20n)
    expect(bets.settled - bets.won).toBeGreaterThan(20n)
    expect({ refused, parked }).toEqual({ refused: 0, parked: 0 })
  })

  it('leaves no bet open on what is over, and a ledger that sums to zero', () => {
    for (const { violations, bets } of runs) expect({ violations, open: bets.open }).toEqual({ violations: [], open: 0n })
  })
})

function isTheSame(runs: readonly Played[]): void {
  for (const table of Object.keys(TABLES)) {
    const [first, second] = runs.map((run) => run.rows[table]!)
    const at = first!.findIndex((row, k) => row !== second![k])
    expect({ table, at, row: first![at], rows: first!.length }).toEqual({ table, at: -1, row: second![at], rows: second!.length })
  }
  expect(runs[1]!.hashes).toEqual(runs[0]!.hashes)
  const [first = '', second = ''] = runs.map(({ book }) => book)
  if (first === second) return
  let at = 0
  while (first[at] === second[at]) at += 1
  expect(first.slice(at - 300, at + 100)).toBe(second.slice(at - 300, at + 100))
}

/** Facts by steps, of everything: what was over before is nobody's business. */
async function noonTape(): Promise<Tape> {
  const provider = createReplay({ dataDir: pack, clock: manualClock(NOON), settings: { live: 1, horizonDays: 1 } })
  expect(await provider.load()).toBe(true)
  const steps = Array.from({ length: NOON_MS / STEP + 1 }, (_, step) => NOON + step * STEP)
  return steps.map((at) => ({ at, facts: at === NOON ? withoutPast(provider.advance(at)) : provider.advance(at) }))
}

/** Facts by steps: of games that begin in the window, with the football of its first minutes. */
async function recordedTape(): Promise<Tape> {
  const provider = createReplay({ dataDir: pack, clock: manualClock(FROM), settings: { live: 1, horizonDays: 1, speed: 4 } })
  expect(await provider.load()).toBe(true)
  const steps: { at: number; facts: Fact[] }[] = []
  for (let at = FROM; at <= TO; at += STEP) steps.push({ at, facts: provider.advance(at) })
  const chosen = new Set<string>()
  let football = 0
  const games = steps.flatMap(({ facts }) => facts.flatMap((fact) => (fact.t === 'game' ? [fact.game] : [])))
  for (const game of games.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))) if (!chosen.has(game.ref) && wanted(game)) chosen.add(game.ref)
  function wanted({ ref, startsAt }: Game): boolean {
    // Recordings of the carousel end within the window; a football match of the calendar takes half an hour here.
    if (ref.startsWith('k:')) return startsAt >= FROM && startsAt < FROM + 15 * MINUTE
    return startsAt === FROM && (football += 1) <= FOOTBALL_GAMES
  }
  return steps.map(({ at, facts }) => ({ at, facts: facts.filter((fact) => fact.t === 'catalog' || chosen.has(gameRefOf(fact) ?? '')) }))
}

/** `curtain`: a last moment, in which nobody tells anything. */
async function played(db: Db, tape: Tape, { betsUntil, curtain }: { betsUntil: number; curtain?: number }): Promise<Played> {
  const from = tape[0]!.at
  const provider = createReplay({ dataDir: null, clock: manualClock(from) })
  const house = await openReplayHouse({ db, provider, startsAt: from - MINUTE })
  await openAccounts(db, house)
  const sports = new Set<number>()
  const live = new Set<number>()
  let refused = 0
  for (const [step, { at, facts }] of tape.entries()) {
    await house.step(at, facts)
    for (const game of house.line.book.games.values()) (game.status === 'live' ? live : sports).add(game.sportId)
    if (at < betsUntil) refused += await placeBets(house, step)
  }
  // Sixty seconds after an end its result is confirmed; ten minutes later a game is closed.
  if (curtain !== undefined) await house.step(curtain, [])
  const rows: Record<string, string[]> = {}
  const hashes: Record<string, string> = {}
  for (const [table, query] of Object.entries(TABLES)) {
    const { rows: found } = await rawPool(db).query<{ line: string }>(`SELECT row_to_json(r)::text AS line FROM (${query}) r`)
    rows[table] = found.map((row) => row.line)
    hashes[table] = createHash('sha256').update(rows[table].join('\n')).digest('hex')
  }
  const { rows: counted } = await sql<Played['bets']>`
    SELECT count(*) FILTER (WHERE status <> 1) AS settled, count(*) FILTER (WHERE payout_minor > 0) AS won, count(*) FILTER (WHERE status = 1) AS open FROM bet`.execute(
    db,
  )
  const violations = await house.ledger.checkInvariants()
  const { parked } = house.feed.counts()
  const book = bookText(house.line.book)
  await house.close()
  return { hashes, rows, book, live, sports: new Set([...sports, ...live]), bets: counted[0]!, refused, violations, parked }
}

async function openAccounts(db: Db, house: ReplayHouse): Promise<void> {
  for (let player = 1; player <= PLAYERS; player += 1) {
    await inTx(db, async (tx) => {
      await sql`INSERT INTO account (id, player_id, currency_id, is_active, created_at)
        VALUES (${player}, ${player}, ${EURO}, true, ${new Date(house.now())})`.execute(tx)
      await house.ledger.post(tx, {
        kind: 'deposit',
        txId: house.ledger.ids.next(),
        key: `start-${player}`,
        at: new Date(house.now()),
        entries: [
          { accountId: player, currencyId: EURO, amountMinor: 1_000_000n },
          { accountId: systemAccountId('cashier', EURO), currencyId: EURO, amountMinor: -1_000_000n },
        ],
      })
    })
  }
}

/** Single bets and doubles on open outcomes, chosen by the number of the step alone. Answers how many were refused. */
async function placeBets(house: ReplayHouse, step: number): Promise<number> {
  const draw = drawer(step + 1)
  const open = [...house.line.book.games.values()].flatMap((game) =>
    [...game.parts.values()].flatMap((part) =>
      [...part.markets.values()].flatMap((market) =>
        market.outcomes
          .filter((outcome) => isOpen(game, market, outcome) && outcome.price < 8000)
          .map((outcome) => ({ game, part, outcome })),
      ),
    ),
  )
  let refused = 0
  for (let n = 0; n < 4 && open.length > 0; n += 1) {
    const player = 1 + draw(PLAYERS)
    const first = open[draw(open.length)]!
    const second = n % 2 === 0 ? undefined : open.filter((one) => one.game !== first.game)[draw(Math.max(1, open.length >> 1))]
    const legs = (second ? [first, second] : [first]).map(({ game, part, outcome }) => ({
      ci: part.ci,
      t: outcome.t,
      p: paramKey(outcome.p),
      playerId: outcome.playerId,
      kind: game.kind,
      price: outcome.price,
    }))
    const betId = house.ledger.ids.next()
    const outcome = await house.acceptor.accept({
      betId,
      playerId: player,
      accountId: player,
      currencyId: EURO,
      guid: `replay-${step}-${n}`,
      bodyHash: betId.toString(16).padStart(32, '0'),
      vid: legs.length === 1 ? 0 : 1,
      stakeMinor: BigInt(100 + draw(900)),
      price: String(legs.reduce((product, leg) => (product * leg.price) / 1000, 1)),
      maxPayoutMinor: null,
      receipt: JSON.stringify({ v: 1, receivedAt: house.now(), legs }),
      legs,
    })
    if (outcome.kind !== 'accepted') refused += 1
  }
  return refused
}

/** A small generator of its own: the same step bets alike in every run. */
function drawer(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5) >>> 0
    return state % below
  }
}
