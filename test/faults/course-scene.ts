/** A house whose only provider says what a test makes of the course of a game, and what became of the bets on it. */
import { expect } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/time.ts'
import type { Fact, FactBody, GameStatus } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'
import { betOnAll, gameOf, openAccount, outsideProvider, sampleCatalog, sampleHead, type Sink } from './feed-houses.ts'

export const [OPEN, LOST, PAID, VOID] = [1, 2, 4, 5]
const NOW = Date.UTC(2026, 10, 21, 12)

/** Both halves are played as the clock says. */
export const played = (id: string, sec: number, score: [number, number], phase = 'h1'): FactBody => ({
  t: 'live',
  state: { game: `${id}:g`, phase, clockSec: sec, clockRuns: true, score, periods: [{ no: 1, code: 'h1', score }], stats: {} },
})
export const headed = (id: string, startsAt: number, status: GameStatus): FactBody => ({
  ...(sampleHead(id, `${id}:g`, startsAt, status) as Extract<FactBody, { t: 'game' }>),
  reason: 'status',
})
export const model = (id: string): FactBody => ({ t: 'model', game: `${id}:g`, supremacy: 0.3, total: 2.6, rho: -0.05 })

export function courseScene(db: Db) {
  const clock = manualClock(NOW)
  let house: House
  let sink: Sink
  const silence = { ms: 0 }
  let hasMoney = false

  async function openAnew(): Promise<void> {
    const provider = outsideProvider((to) => (sink = to))
    house = await openHouse({ db, clock, providers: [provider], monotonic: () => silence.ms, tickMs: 1_000_000 })
    if (!hasMoney) await openAccount(db, house, NOW)
    hasMoney = true
    await sink([])
    await house.feed.whole
  }
  async function send(...bodies: FactBody[]): Promise<void> {
    clock.advance(SECOND)
    await sink(bodies.map((body) => makeFact('uof', 'outside', clock.now(), body)))
  }

  const turn = () => house.feed.tick()

  async function announced(id: string, startsAt: number): Promise<void> {
    await send(sampleCatalog(id))
    await send(sampleHead(id, `${id}:g`, startsAt), model(id))
  }

  /** Far ahead, and its whole card is sold. */
  async function offered(id: string, startsAt: number): Promise<void> {
    await announced(id, startsAt)
    await turn()
    house.feed.open(gameOf(house, `${id}:g`)!.ci)
    await turn()
  }

  /** How many of the bets on the game are in each state; `after`: of those alone that came after this one. */
  async function states(id: string, after = 0n): Promise<Record<number, number>> {
    const { rows } = await rawPool(db).query<{ status: number; n: number }>(
      `SELECT b.status, count(*)::int AS n FROM bet b WHERE b.id > $2 AND EXISTS (
         SELECT 1 FROM bet_leg l JOIN game_part gp ON gp.ci = l.ci JOIN game g ON g.ci = gp.game_ci WHERE l.bet_id = b.id AND g.ref = $1) GROUP BY 1`,
      [`${id}:g`, after],
    )
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  }
  /** State of each bet on the game. */
  async function betStates(id: string): Promise<Record<string, number>> {
    const { rows } = await rawPool(db).query<{ id: bigint; status: number }>(
      `SELECT DISTINCT b.id, b.status FROM bet b JOIN bet_leg l ON l.bet_id = b.id JOIN game_part gp ON gp.ci = l.ci JOIN game g ON g.ci = gp.game_ci
       WHERE g.ref = $1`,
      [`${id}:g`],
    )
    return Object.fromEntries(rows.map((bet) => [String(bet.id), bet.status]))
  }
  const rollbacks = async (id: string) =>
    (
      await rawPool(db).query<{ n: number }>(
        `SELECT count(*)::int AS n FROM settlement_action a JOIN game_part gp ON gp.ci = a.ci JOIN game g ON g.ci = gp.game_ci
         WHERE g.ref = $1 AND a.t = 'settle.rollback'`,
        [`${id}:g`],
      )
    ).rows[0]!.n
  const lastBet = async () => (await rawPool(db).query<{ id: bigint }>('SELECT coalesce(max(id), 0) AS id FROM bet')).rows[0]!.id
  const reasons = async (id: string) =>
    (
      await rawPool(db).query<{ reason: string }>(
        `SELECT DISTINCT r.reason FROM outcome_result r JOIN game_part gp ON gp.ci = r.ci JOIN game g ON g.ci = gp.game_ci WHERE g.ref = $1 AND NOT isempty(r.voided)`,
        [`${id}:g`],
      )
    ).rows.map(({ reason }) => reason)

  /** A match half an hour old, at 1:0, that rain has stopped; answers how many bets on it are still open. */
  async function stopped(id: string, status: GameStatus = 'interrupted', offer = announced): Promise<{ start: number; open: number }> {
    const start = clock.now() + HOUR
    await offer(id, start)
    const all = await betOnAll(house, `${id}:g`)
    clock.advance(HOUR)
    await send(headed(id, start, 'live'), played(id, 60, [0, 0]))
    clock.advance(30 * MINUTE)
    await send(played(id, 1800, [1, 0]))
    await send(headed(id, start, status))
    await turn()
    const open = (await states(id))[OPEN]!
    expect(open).toBeLessThan(all)
    expect(open).toBeGreaterThan(5)
    return { start, open }
  }

  return {
    clock,
    silence,
    house: () => house,
    /** Facts as they were sent, at once. */
    tell: (facts: Fact[]) => sink(facts),
    openAnew,
    send,
    turn,
    announced,
    offered,
    states,
    betStates,
    rollbacks,
    lastBet,
    reasons,
    stopped,
  }
}
