/**
 * One installation in several processes (design §6): a real nats-server, a real PostgreSQL, `./polosa start --only`.
 * Two api and one feed give the answers of one process, and killing any of them loses nothing.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodePassword, loadKeys } from '#modules/auth/server/index.ts'
import { checkInvariants } from '#modules/ledger/server/index.ts'
import { verify } from '#modules/settlement/server/index.ts'
import { findOrInstallNats, startNats, type NatsServer } from '../../tools/nats.ts'
import type { Db } from '#platform/server/db.ts'
import { testDatabase } from '../support/database.ts'
import {
  eventually,
  feedCall,
  feedText,
  isUp,
  killAll,
  listen,
  post,
  single,
  startNode,
  type Answer,
  type ListRow,
  type Node,
  type Player,
} from './nodes-run.ts'

const nats = findOrInstallNats()
if (!nats) process.stdout.write('tests of several processes skipped: no nats-server here (set NATS_SERVER)\n')

/** Corrections of a result are waited for as long before it is paid. */
const SETTLED_AFTER_MS = 15 * 60_000

describe.skipIf(!nats)('several processes', () => {
  const database = nats ? testDatabase(4) : null
  const home = mkdtempSync(join(tmpdir(), 'polosa-nodes-'))
  let bus: NatsServer
  let env: Record<string, string>
  let one: Node
  let two: Node
  /** Writes the feed and answers calls from the book that it wrote: what one process alone would say. */
  let whole: Node
  let worker: Node
  let player: Player

  beforeAll(async () => {
    bus = await startNats(nats!, join(home, 'nats'))
    const { url } = await database!
    env = { DATABASE_URL: url, NATS_URL: bus.url, POLOSA_HOME: join(home, 'data') }
    one = await startNode('api', env)
    await eventually('two players are ready', async () => one.output().split('ready player').length === 3, 30_000)
    ;[whole, two, worker] = await Promise.all([startNode('feed,api', env), startNode('api', env), startNode('worker', env)])
    await Promise.all([one, two, whole, worker].map((node) => eventually('every process is up', () => isUp(node), 90_000)))
    player = await signIn(two)
  }, 130_000)

  afterAll(async () => {
    await killAll()
    bus?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  async function signIn(node: Node): Promise<Player> {
    const keys = await loadKeys({ home: join(home, 'data'), create: false })
    const password = await encodePassword(keys.publicKeyPem(), 'floodlight-at-dusk')
    const body = { login: 'boris@polosa.example', password }
    const site = await post<{ data: { userId: number; token: string } }>(node, '/user/auth', body, { 'sec-fetch-site': 'same-origin' })
    const app = await post<{ data: { userId: number; token: string } }>(node, '/user/auth', body)
    const { db } = await database!
    const account = await db.selectFrom('account').select('id').where('player_id', '=', site.body.data.userId).executeTakeFirstOrThrow()
    return { id: site.body.data.userId, token: app.body.data.token, cookie: site.cookie, accountId: account.id }
  }

  const bearer = () => ({ authorization: `Bearer ${player.token}` })
  const place = (node: Node, row: ListRow, guid: string) =>
    post<Answer<{ Id: number }>>(node, '/service-api/LiveBet/Secure/MakeBetWeb', single(row, player.accountId, guid), bearer())
  const newGuid = () => randomBytes(12).toString('hex')

  async function lineRows(node: Node): Promise<ListRow[]> {
    const soon = Math.ceil(Date.now() / 1000) + 3 * 3_600
    const { Value } = await feedCall<ListRow[]>(node, `LineFeed/Get1x2_VZip?sports=1&count=50&lng=en&mode=4&tsFrom=${soon}`)
    // The nearest first: a feed that has just started knows them before the far ones.
    return Value.filter(({ S, E }) => S > soon && E?.some(({ T, C, B }) => T === 1 && C > 1 && !B)).toSorted((a, b) => a.S - b.S)
  }

  /** A single on the nearest game that this process has; a price that has just moved is asked for again. */
  async function placeOn(node: Node, exceptI = 0): Promise<{ row: ListRow; guid: string; id: number }> {
    let taken: { row: ListRow; guid: string; id: number } | null = null
    await eventually(
      'a bet is taken',
      async () => {
        const row = (await lineRows(node)).find(({ I }) => I !== exceptI)
        const guid = newGuid()
        const { body } = await place(node, row!, guid)
        if (body.Success) taken = { row: row!, guid, id: body.Value.Id }
        return body.Success
      },
      30_000,
    )
    return taken!
  }

  /** The three agree when they are asked between two facts. */
  async function same(path: string): Promise<boolean> {
    const [a, b, c] = await Promise.all([feedText(one, path), feedText(two, path), feedText(whole, path)])
    return a === c && b === c && a.length > 200
  }

  async function moveOn(advanceMs: number): Promise<void> {
    const offset = async (node: Node) => ((await (await fetch(`${node.url}/dev/api/clock`)).json()) as { offsetMs: number }).offsetMs
    const now = await offset(two)
    await post(two, '/dev/api/clock', { advanceMs })
    const others = [one, two, whole, worker].filter(({ child }) => child.exitCode === null)
    await eventually('all clocks agree', async () => (await Promise.all(others.map(offset))).every((ms) => ms === now + advanceMs), 30_000)
  }

  async function suspend({ CI }: ListRow): Promise<void> {
    expect((await post(whole, `/dev/api/games/${CI}/suspend`, {})).status).toBe(200)
  }

  async function openBets(): Promise<number> {
    const { db } = await database!
    return Number((await sql<{ n: bigint }>`SELECT count(*) AS n FROM bet WHERE status = 1`.execute(db)).rows[0]!.n)
  }

  async function statusOf(betId: number): Promise<number> {
    const { db } = await database!
    return (await sql<{ status: number }>`SELECT status FROM bet WHERE id = ${betId}`.execute(db)).rows[0]!.status
  }

  async function liveOpen(node: Node): Promise<number> {
    const { Value } = await feedCall<ListRow[]>(node, 'LiveFeed/Get1x2_VZip?count=50&lng=en&mode=4')
    return (Value ?? []).flatMap(({ E }) => E ?? []).filter(({ B }) => !B).length
  }

  it('both api processes answer as the process that made the book', { timeout: 180_000 }, async () => {
    let rows: ListRow[] = []
    await eventually('the line has games with prices', async () => (rows = await lineRows(whole)).length > 5, 60_000)
    const paths = [
      ...rows.slice(0, 10).map(({ I }) => `LineFeed/GetGameZip?id=${I}&lng=en&isSubGames=true&GroupEvents=true`),
      'LineFeed/GetSportsZip?lng=ru',
      'LiveFeed/GetSportsZip?lng=ru',
      'LineFeed/GetChampsZip?sport=1&lng=en',
      'LineFeed/Get1x2_VZip?count=50&lng=en&mode=4',
      'LineFeed/Web_SearchZip?text=united&lng=en',
      'LiveFeed/Get1x2_VZip?count=20&lng=en&mode=4',
    ]
    for (const path of paths) await eventually(`the same answer to ${path}`, () => same(path), 60_000, 100)
  })

  it('a bet on one process is in the history and on the open page of the other', { timeout: 120_000 }, async () => {
    const page = listen(two, `me:${player.id}`, player.cookie)
    await eventually('the page has its balance', () => page.heard('balance:'), 30_000, 50)
    const { row, guid, id } = await placeOn(one)
    await eventually('the page shows the bet', () => page.heard(`bet:${id}`), 30_000, 50)
    page.socket.close()
    const history = await post<unknown>(two, '/web-api/office/history', { account_id: player.accountId }, bearer())
    expect(JSON.stringify(history.body)).toContain(String(id))
    const again = await place(two, row, guid)
    expect([again.body.Success, again.body.Value?.Id]).toEqual([true, id])
  })

  it('a session closed on one process ends on the other', { timeout: 120_000 }, async () => {
    const other = await signIn(one)
    const page = listen(two, `me:${other.id}`, other.cookie)
    await eventually('the page is open', () => page.heard('balance:'), 30_000, 50)
    await post(one, '/user/disconnect', {}, { cookie: other.cookie, origin: one.url.replace('127.0.0.1', 'localhost') })
    expect(await page.closed).toBe(4001)
  })

  it('an api process killed under load: every acknowledged bet is there once', { timeout: 120_000 }, async () => {
    const rows = (await lineRows(two)).slice(0, 8)
    const acknowledged = new Map<string, number>()
    const unknown: [guid: string, row: ListRow][] = []
    let killed = false
    const client = async (k: number): Promise<void> => {
      for (let n = 0; n < 1_000 && !(killed && unknown.length > 10); n += 1) {
        const row = rows[(n + k) % rows.length]!
        const guid = newGuid()
        try {
          const { body } = await place(k % 2 ? one : two, row, guid)
          if (body.Success) acknowledged.set(guid, body.Value.Id)
        } catch {
          unknown.push([guid, row])
        }
      }
    }
    const load = Promise.all(Array.from({ length: 8 }, (_, k) => client(k)))
    await eventually('bets are taken', async () => acknowledged.size > 40, 20_000, 20)
    await one.kill()
    killed = true
    await load
    expect(unknown.length).toBeGreaterThan(0)
    // What the player does not know is asked again, elsewhere, with the same key: it is placed once.
    for (const [guid, row] of unknown.slice(0, 10)) {
      const { body } = await place(two, row, guid)
      if (body.Success) acknowledged.set(guid, body.Value.Id)
    }
    const { db } = await database!
    const { rows: stored } = await sql<{ guid: string; bets: number; id: bigint }>`
      SELECT replace(guid::text, '-', '') AS guid, count(*)::integer AS bets, max(bet_id) AS id FROM bet_key
      WHERE player_id = ${player.id} AND outcome = 0 GROUP BY 1`.execute(db)
    const byGuid = new Map(stored.map((row) => [row.guid, row]))
    for (const [guid, id] of acknowledged) expect(byGuid.get(guid), guid).toMatchObject({ bets: 1, id: BigInt(id) })
    expect(await checkInvariants(db)).toEqual([])
    // It takes its image of the book while the next test goes on.
    one = await startNode('api', env)
  })

  it('the bus killed: line and bets go on, and what happened meanwhile arrives', { timeout: 120_000 }, async () => {
    await eventually('the process is back', () => isUp(one), 90_000)
    const [row] = await lineRows(whole)
    const path = `LineFeed/GetGameZip?id=${row!.I}&lng=en&isSubGames=true&GroupEvents=true`
    await eventually('all say the same', () => same(path), 30_000)
    const before = await feedText(two, path)
    await bus.kill()
    let after = before
    try {
      for (const node of [one, two]) await placeOn(node)
      await suspend(row!)
      await eventually('the writer has it', async () => (after = await feedText(whole, path)) !== before, 30_000)
      expect(await feedText(two, path)).toBe(before)
    } finally {
      await bus.restart()
    }
    await eventually('all say the same again', async () => (await feedText(two, path)) === after && same(path), 30_000)
  })

  it('time moved on one process moves on all', { timeout: 60_000 }, async () => {
    await moveOn(1_000)
  })

  it('a worker killed while it settles: everything is settled, once, and open pages show it', { timeout: 120_000 }, async () => {
    const { db } = await database!
    const before = await openBets()
    expect(before).toBeGreaterThan(40)
    const pages = [one, two].map((node) => listen(node, `me:${player.id}`, player.cookie))
    await Promise.all(pages.map((page) => eventually('the page has its balance', () => page.heard('balance:'), 30_000, 50)))
    const { rows: games } = await sql<{
      ci: number
    }>`SELECT DISTINCT l.ci FROM bet_leg l JOIN bet b ON b.id = l.bet_id WHERE b.status = 1`.execute(db)
    for (const { ci } of games) expect((await post(whole, `/dev/api/games/${ci}/finish`, { score: [1, 0] })).status).toBe(200)
    await moveOn(SETTLED_AFTER_MS)
    await eventually('the first bets are settled', async () => (await openBets()) < before, 20_000, 5)
    await worker.kill()
    const left = await openBets()
    worker = await startNode('worker', env)
    await eventually(`${left} bets left by the killed worker are settled`, async () => (await openBets()) === 0, 30_000)
    expect((await verify(db)).filter(({ violations }) => violations > 0)).toEqual([])
    const [won] = (await sql<{ id: bigint }>`SELECT max(id) AS id FROM bet WHERE player_id = ${player.id}`.execute(db)).rows
    const settled = new RegExp(`"bet:${won!.id}":\\{[^}]*"settledAt":\\d`)
    await Promise.all(pages.map((page) => eventually('the open page shows the result', () => page.matches(settled), 30_000, 50)))
    for (const { socket } of pages) socket.close()
  })

  it('the feed killed after a result: the next one takes over, nothing is lost', { timeout: 180_000 }, async () => {
    const standby = await startNode('feed,api', env)
    player = await signIn(two)
    const { db } = await database!
    const { row, id } = await placeOn(one)
    expect((await post(whole, `/dev/api/games/${row.CI}/finish`, { score: [2, 1] })).status).toBe(200)
    const told = await lastFact(db)
    await whole.kill()
    expect(await isUp(one)).toBe(true)
    // The result may have died with the feed before the others heard of it: the next one tells it from the log.
    const { row: other } = await placeOn(two, row.I)
    whole = standby
    await eventually('the next feed has its book', () => isUp(whole), 60_000)
    const path = `LineFeed/GetGameZip?id=${other.I}&lng=en&isSubGames=true&GroupEvents=true`
    await eventually('live prices are open', async () => (await liveOpen(one)) > 0 && (await liveOpen(two)) > 0, 30_000)
    await eventually('the next feed has the price', () => same(path), 60_000)
    const before = await feedText(two, path)
    await suspend(other)
    await eventually('all follow the next feed', async () => (await feedText(two, path)) !== before && same(path), 30_000)
    await moveOn(SETTLED_AFTER_MS)
    await eventually('the bet on the finished game is settled', async () => (await statusOf(id)) !== 1, 30_000)
    // Nothing that had been settled and paid before the kill is open again.
    await eventually('only the bet placed since is open', async () => (await openBets()) === 1, 30_000)
    expect(await rollbacks(db, { after: told, butOf: row.CI })).toEqual([])
    expect((await verify(db)).filter(({ violations }) => violations > 0)).toEqual([])
    expect(await checkInvariants(db)).toEqual([])
    expect(await Promise.all([one.stop(), two.stop(), whole.stop(), worker.stop()])).toEqual([0, 0, 0, 0])
  })
})
async function lastFact(db: Db): Promise<bigint> {
  return (await sql<{ id: bigint }>`SELECT max(id) AS id FROM fact`.execute(db)).rows[0]!.id
}

/**
 * Results taken back after a fact, where it is not right: it is in games in which a goal was cancelled or a player retired, and
 * in one that was ended by hand with fewer goals than it had.
 */
async function rollbacks(db: Db, { after, butOf }: { after: bigint; butOf: number }): Promise<{ game_ref: string; body: unknown }[]> {
  const { rows } = await sql<{
    game_ref: string
    body: unknown
  }>`SELECT r.game_ref, r.body FROM fact r WHERE r.t = 'settle.rollback' AND r.id > ${after}
    AND r.game_ref <> (SELECT ref FROM game WHERE ci = ${butOf}) AND NOT EXISTS (
    SELECT 1 FROM fact l WHERE l.game_ref = r.game_ref AND l.body::text SIMILAR TO '%"(retracts|retired)"%')`.execute(db)
  return rows
}
