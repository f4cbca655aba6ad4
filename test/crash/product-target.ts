/**
 * The product itself as a target: `polosa start` with the world's feed; players register, pay in through the
 * sandbox cashier and bet on games of the line, and the trader's desk ends games with a score.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { encodePassword } from '#modules/auth/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { autoBetOn, betOn, countOrdered, saleOf, sendBet, sendSale, wrongOrders, type LineGame, type Post } from './product-calls.ts'
import type { Acked, CrashOp, CrashTarget } from './target.ts'

const root = resolve(import.meta.dirname, '../..')
const PLAYERS = 12
const OPEN_GAMES = 8
const CARD_METHOD = 1
/** So long all bet on the same game. */
const GAME_MS = 80
const READY_MS = 90_000
const SOONEST_MS = 30 * 60_000
/** Statuses of a refusal that will be the same tomorrow. */
const REFUSALS = [400, 401, 403, 409, 422]
/** Settlement of what was left undone has to be through by then. */
const SETTLED_MS = 30_000

/** A token lives fifteen minutes, and money leaves only within five of the last sign-in. */
const SIGN_IN_EVERY_MS = 4 * 60_000

interface Player {
  token: string
  login: string
  password: string
  signedInAt: number
}

export interface ProductOptions {
  /** A module that the process loads before the product. */
  preload?: string
  env?: Record<string, string>
  /** Bets are placed on games that begin later than this. */
  soonestMs?: number
  /** Bets of every kind, orders and sales as well; else singles. */
  everything?: boolean
}

export function productTarget({ preload, env = {}, soonestMs = SOONEST_MS, everything = false }: ProductOptions = {}): CrashTarget {
  const home = mkdtempSync(join(tmpdir(), 'polosa-crash-home-'))
  const players: Player[] = []
  const finished = new Set<number>()
  let games: LineGame[] = []

  const anyOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
  const anyPlayer = () => Math.floor(Math.random() * PLAYERS)
  /** All bet on one game for a moment and then on the next: the others fall quiet and can be settled. */
  const gameOfTheMoment = (resting: number | null = null) => {
    const takers = games.slice(0, 4).filter(({ ci }) => ci !== resting)
    return takers[Math.floor(Date.now() / GAME_MS) % takers.length] ?? games[0]!
  }

  return {
    command: (databaseUrl) => ({
      file: process.execPath,
      args: [...(preload ? ['--import', preload] : []), join(root, 'tools/polosa.ts'), 'start', '--only=api,feed,worker'],
      env: {
        DATABASE_URL: databaseUrl,
        PORT: '0',
        POLOSA_HOME: home,
        POLOSA_MODE: 'development',
        NODE_ENV: 'production',
        FEED: 'world',
        GUESS_LIMITS: 'off',
        LOG_LEVEL: 'error',
        BRANDS: join(root, 'brands'),
        NATS_URL: '',
        ...env,
      },
    }),
    async prepare(address, db) {
      players.length = 0
      for (let i = 0; i < PLAYERS; i += 1) {
        const { json } = await post(address, '/flexreg-api/v1/registration/submit', {
          type: 'fast_reg',
          fields: { country: 'KZ', currency: 'EUR', terms: true },
        })
        players.push({
          token: String(json['token']),
          login: String(json['login']),
          password: String(json['password']),
          signedInAt: Date.now(),
        })
        // The generated password is theirs to keep: a run is longer than a session of the registration.
        await rawPool(db).query('UPDATE player SET must_change_password = false WHERE id = $1', [json['userId']])
        const op = deposit(i, '1000')
        await sendDeposit(address, op)
      }
    },
    async ready(address) {
      for (const deadline = Date.now() + READY_MS; ; await pause(100)) {
        games = await lineGames(address, finished, soonestMs).catch(() => [])
        if (games.length >= OPEN_GAMES) break
        if (Date.now() > deadline) throw new Error(`no line ${READY_MS / 1000} s after the start`)
      }
      games = games.slice(0, OPEN_GAMES)
    },
    openGames: () => games.map((game) => game.ci),
    bet: (resting) => betOn(gameOfTheMoment(resting), everything ? games : [], anyPlayer()),
    ...(everything ? { autoBet: () => autoBetOn(gameOfTheMoment(), anyPlayer()), sell: saleOf } : {}),
    deposit: () => deposit(Math.floor(Math.random() * PLAYERS), String(20 + Math.floor(Math.random() * 80))),
    withdraw() {
      const units = 5 + Math.floor(Math.random() * 5)
      const player = Math.floor(Math.random() * PLAYERS)
      return { kind: 'withdraw', key: randomUUID(), ci: 0, amountMinor: `${units}00`, body: { player } }
    },
    settle(ci, again) {
      // A game that is over stays over: the desk gives no second result.
      if (again || games.length <= 4) return null
      games = games.filter((game) => game.ci !== ci)
      finished.add(ci)
      const score = anyOf([
        [2, 1],
        [1, 1],
        [0, 3],
      ])
      return { kind: 'settle', key: String(ci), ci, amountMinor: '0', body: { score } }
    },
    async send(address, op) {
      const to: Post = (path, body, token, fine) => post(address, path, body, token, fine)
      const player = players[op.body['player'] as number]
      if (player && Date.now() - player.signedInAt > SIGN_IN_EVERY_MS) await signIn(address, player)
      const token = player?.token ?? ''
      if (op.kind === 'bet' || op.kind === 'autobet') return sendBet(to, op, token)
      if (op.kind === 'sale') return sendSale(to, op, token)
      if (op.kind === 'withdraw') return sendWithdrawal(address, op, players[op.body['player'] as number]!)
      return op.kind === 'deposit' ? sendDeposit(address, op) : sendFinish(address, op)
    },
    deposits,
    withdrawals,
    ordered: countOrdered,
    wrongOrders,
    settled: async (db, acked) => {
      // A result whose answer was cut off may still be on its way through.
      for (const deadline = Date.now() + SETTLED_MS; ; await pause(500)) {
        const wrong = await wrongBets(db, acked)
        if (wrong.length === 0 || Date.now() > deadline) return wrong
      }
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }

  function deposit(player: number, units: string): CrashOp {
    return { kind: 'deposit', key: randomUUID(), ci: 0, amountMinor: `${units}00`, body: { player, ref: null } }
  }

  /** The reference is kept outside of the product: with it the second half is asked again. */
  async function sendDeposit(address: string, op: CrashOp): Promise<{ id: string }> {
    if (op.body['ref'] === null) {
      const { token } = players[op.body['player'] as number]!
      const sum = Number(op.amountMinor) / 100
      const started = await post(address, '/web-api/office/deposit', { account_id: 0, method_id: CARD_METHOD, sum }, token)
      const data = started.json['data'] as { id: string } | undefined
      if (!data) throw new Error(`no deposit: ${JSON.stringify(started.json)}`)
      op.body['ref'] = data.id
    }
    const ref = String(op.body['ref'])
    const decided = await post(address, `/dev/api/cashier/${ref}`, { outcome: 'success' })
    if (decided.json['state'] !== 'done') throw new Error(`deposit ${ref} is ${JSON.stringify(decided.json)}`)
    return { id: ref }
  }
}

async function signIn(address: string, player: Player): Promise<void> {
  const key = await fetch(`${address}/web-api/user/publickey`)
  const { data } = (await key.json()) as { data: { public_key: string } }
  const password = await encodePassword(data.public_key, player.password)
  const { json } = await post(address, '/user/auth', { login: player.login, login_type: 'id', password })
  const token = (json['data'] as { token?: string } | undefined)?.token
  if (!token) throw new Error(`no sign-in: ${JSON.stringify(json)}`)
  player.token = token
  player.signedInAt = Date.now()
}

/** Refused for good when too many wait, when money is short or when the sign-in is too long ago. */
async function sendWithdrawal(address: string, op: CrashOp, player: Player): Promise<{ id: string | null }> {
  const body = { account_id: 0, method_id: CARD_METHOD, sum: Number(op.amountMinor) / 100, request_key: op.key }
  const { json } = await post(address, '/web-api/office/withdraw', body, player.token, REFUSALS)
  return { id: json['success'] === true ? (json['data'] as { id: string }).id : null }
}

/** A game that is over already was ended by the call whose answer was cut off. */
async function sendFinish(address: string, op: CrashOp): Promise<{ id: string }> {
  await post(address, `/dev/api/games/${op.ci}/finish`, { score: op.body['score'] }, undefined, [409])
  return { id: op.key }
}

async function post(
  address: string,
  path: string,
  body: unknown,
  token?: string,
  fine: readonly number[] = [],
): Promise<{ json: Record<string, unknown> }> {
  const response = await fetch(address + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (!response.ok && !fine.includes(response.status)) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
  return { json: JSON.parse(text) as Record<string, unknown> }
}

interface WireGame {
  I: number
  CI: number
  S: number
  E?: { T: number; C: number; B?: boolean }[]
}

/** Football of the line with three open prices, far enough ahead not to start meanwhile. */
async function lineGames(address: string, without: ReadonlySet<number>, soonestMs: number): Promise<LineGame[]> {
  const soonest = Math.ceil((Date.now() + soonestMs) / 1000)
  const answer = await fetch(`${address}/service-api/LineFeed/Get1x2_VZip?sports=1&count=50&lng=en&tsFrom=${soonest}`)
  const { Value } = (await answer.json()) as { Value: WireGame[] | null }
  return (Value ?? []).flatMap((game) => {
    const prices = [1, 2, 3].map((t) => game.E?.find((e) => e.T === t && !e.B)?.C ?? 0)
    return game.S > soonest && !without.has(game.CI) && prices.every((p) => p > 1) ? [{ i: game.I, ci: game.CI, prices }] : []
  })
}

async function deposits(db: Db, acked: readonly Acked[]): Promise<{ missing: string[]; total: number }> {
  const pool = rawPool(db)
  const { rows } = await pool.query<{ ref: string }>(
    `SELECT a.ref FROM unnest($1::text[], $2::bigint[]) AS a(ref, amount)
     LEFT JOIN deposit d ON d.ref = a.ref AND d.state = 'done' AND d.amount_minor = a.amount WHERE d.id IS NULL`,
    [acked.map((a) => a.id), acked.map((a) => a.op.amountMinor)],
  )
  // Money in the ledger, not states of deposits: one entry each and no more. The first players are the house's own.
  const total = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ledger_entry e JOIN account a ON a.id = e.account_id
    WHERE e.kind = 4 AND a.currency_id = (SELECT id FROM currency WHERE code = 'EUR') AND a.player_id NOT IN (SELECT id FROM player WHERE email IS NOT NULL)`)
  return { missing: rows.map((r) => r.ref), total: total.rows[0]!.n - PLAYERS }
}

/** Each has left the balance once; the system account of payouts holds their sum (an invariant of the ledger). */
async function withdrawals(db: Db, acked: readonly Acked[]): Promise<{ missing: string[]; total: number }> {
  const pool = rawPool(db)
  const { rows } = await pool.query<{ ref: string }>(
    `SELECT a.ref FROM unnest($1::text[], $2::text[], $3::bigint[]) AS a(ref, key, amount)
     LEFT JOIN withdrawal w ON w.ref = a.ref AND w.request_key = a.key AND w.amount_minor = a.amount WHERE w.id IS NULL`,
    [acked.map((a) => a.id), acked.map((a) => a.op.key), acked.map((a) => a.op.amountMinor)],
  )
  const total = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM ledger_entry WHERE kind = 5 AND account_id > 0')
  return { missing: rows.map((r) => r.ref), total: total.rows[0]!.n }
}

/** Bets that had been acknowledged before their game's result was sent: won and paid, or lost, exactly as the score says. */
async function wrongBets(db: Db, acked: readonly Acked[]): Promise<string[]> {
  const scores = new Map(acked.filter((a) => a.op.kind === 'settle').map((a) => [a.op.ci, a.op.body['score'] as [number, number]]))
  const sold = new Set(acked.filter((a) => a.op.kind === 'sale').map((a) => a.id))
  const bets = acked.filter((a) => a.op.kind === 'bet' && a.op.body['vid'] === 0 && a.id !== null && !sold.has(a.id) && scores.has(a.op.ci))
  const { rows } = await rawPool(db).query<{ id: bigint; status: number; payout: bigint; price: number; paid: bigint }>(
    `SELECT b.id, b.status::int AS status, b.payout_minor AS payout, l.price, coalesce((SELECT sum(e.amount_minor) FROM ledger_entry e
       WHERE e.account_id = b.account_id AND e.tx_id = b.id AND e.kind IN (2, 3)), 0)::bigint AS paid
     FROM bet b JOIN bet_leg l ON l.bet_id = b.id WHERE b.id = ANY($1::bigint[])`,
    [bets.map((a) => a.id)],
  )
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return bets.flatMap(({ op, id }) => {
    const [home, away] = scores.get(op.ci)!
    const won = op.body['t'] === (home > away ? 1 : home === away ? 2 : 3)
    const row = byId.get(id!)
    if (!row) return [`bet ${id} is not there`]
    const payout = won ? (2n * BigInt(op.amountMinor) * BigInt(row.price) + 1000n) / 2000n : 0n
    const right = row.status === (won ? 4 : 2) && row.payout === payout && row.paid === payout
    return right ? [] : [`bet ${id} on game ${op.ci}: status ${row.status}, payout ${row.payout}, paid ${row.paid}, expected ${payout}`]
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
