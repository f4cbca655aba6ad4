/**
 * What rules 3.5 say of a game that did not run as announced. Moved by too much, or not played on in time: what nobody has decided
 * comes back, for whoever bet before it. By the clock too: a game of which nobody says more holds no stake for ever. Begun before
 * anybody here had heard of it: who bet on the line in between came late.
 */
import type pg from 'pg'
import { HOUR, MINUTE, type Clock, type Millis } from '#lib/time.ts'
import type { FactBody, MarketId, ProviderId } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import type { ResolvedGame } from '../rules/resolved.ts'
import { isStopped, type CancelReason } from '../rules/status.ts'
import { firstLate, isMovedTooFar, resumesUntil, validityRules } from '../rules/validity.ts'
import {
  type Begun,
  listBegun,
  listLateTold,
  listMoved,
  listStopped,
  markBegun,
  markMoved,
  markStopped,
  type Moved,
  selectClockSec,
  type Stopped,
} from './course-store.ts'
import type { Pipeline } from './pipeline.ts'
import type { BookPort, OpenBets, OpenOutcome } from './ports.ts'
import type { Registry } from './registry.ts'
import { lackingMarkets } from './restore.ts'

export interface CourseDeps {
  pool: pg.Pool
  clock: Clock
  registry: Pick<Registry, 'gameByCi' | 'recall' | 'allGames'>
  book: BookPort
  bets: OpenBets | undefined
  pipeline: Pick<Pipeline, 'open' | 'take'>
  /** Resolves when every game of which bets may stand is in the book. */
  whole: Promise<void>
  /** Of a silent provider nobody knows whether its game goes on. */
  isHeard(provider: ProviderId): boolean
}

/** A start that was mistyped is put right by then, and nobody's bet has come back for it. */
export const HELD_MS = HOUR

/** Other processes hear a little later that a game has begun: what they took on the line until then is looked for once more. */
export const LOOKED_AGAIN_MS = MINUTE

interface Void {
  reason: CancelReason
  /** When the rule was broken: what was decided by then stands. The same whenever it is told, so that telling it twice adds nothing. */
  at: Millis
  from?: Millis
  to: Millis
}

export class Course {
  private readonly deps: CourseDeps
  private isWhole = false
  /** Games that stand still and have been judged, with the time since when. */
  private readonly told = new Map<number, Millis>()
  /** Games that did not begin in time and have been judged, with the start that they had. */
  private readonly putOff = new Map<number, Millis>()
  /** Games that have begun, by their number and time, with when we have looked for late bets on them. */
  private readonly begun = new Map<string, { ci: number; at: Millis }>()
  /** Games of which nobody says that they have begun, with the start that they had and the time since when their provider is heard. */
  private readonly silent = new Map<number, { startsAt: Millis; since: Millis }>()

  constructor(deps: CourseDeps) {
    this.deps = deps
    void deps.whole.then(() => (this.isWhole = true))
  }

  /** Of every turn of the feed. */
  async judge(): Promise<void> {
    if (!this.isWhole) return
    const { pool, clock } = this.deps
    const now = clock.now()
    const waiting = [...this.begun.values()].filter(({ at }) => now - at < LOOKED_AGAIN_MS).map(({ ci }) => ci)
    for (const begun of await listBegun(pool, waiting)) {
      if (await this.judgeBegun(begun, now)) await markBegun(pool, begun, now)
    }
    for (const moved of await listMoved(pool, now - HELD_MS)) {
      await this.judgeMoved(moved)
      await markMoved(pool, moved, now)
    }
    for (const stopped of await listStopped(pool)) {
      if (await this.judgeStopped(stopped, now)) await markStopped(pool, stopped, now)
    }
    for (const head of this.deps.registry.allGames()) await this.judgeNotBegun(head, now)
  }

  /** True when nothing is left to judge. */
  private async judgeBegun(begun: Begun, now: Millis): Promise<boolean> {
    const { ci, beganAt, takenBackAt } = begun
    const key = `${ci} ${beganAt} ${takenBackAt}`
    const lookedAt = this.begun.get(key)?.at
    if (lookedAt !== undefined && now - lookedAt < LOOKED_AGAIN_MS) return false
    const head = await this.headOf(ci)
    if (!head) return true
    if (takenBackAt !== null) await this.takeLateBack(head, takenBackAt)
    else await this.tellLate(head, beganAt)
    if (lookedAt === undefined && takenBackAt === null) {
      this.begun.set(key, { ci, at: now })
      return false
    }
    this.begun.delete(key)
    return true
  }

  /** Of the whole game, decided or not: who bets on the line from then on bets on what others have seen. */
  private async tellLate(head: ResolvedGame, beganAt: Millis): Promise<void> {
    const { bets, pipeline, pool } = this.deps
    const from = firstLate(beganAt)
    const cis = head.parts.map(({ ci }) => ci)
    const outcomes = (await bets?.listOnLine(cis, from)) ?? []
    if (outcomes.length === 0) return
    // Its whole card: bets stand on more than the row of a list.
    await pipeline.open(head.ci)
    const told = (await listLateTold(pool, head.ref)).filter((one) => one.from === from).flatMap((one) => one.markets.map(idOf))
    const markets = this.marketsWith(head, outcomes).filter((market) => !told.includes(idOf(market)))
    if (markets.length === 0) return
    await pipeline.take([makeFact('result', 'result', beganAt, { t: 'cancel', game: head.ref, markets, from, line: true })])
  }

  /** It had not begun: bets of the line stand, also those between that word and the one that it was a mistake. */
  private async takeLateBack(head: ResolvedGame, at: Millis): Promise<void> {
    const told = (await listLateTold(this.deps.pool, head.ref)).filter(({ from }) => from <= firstLate(at))
    const backs = told.map(({ from, markets }) => ({ t: 'cancel.rollback', game: head.ref, markets, from, line: true }) satisfies FactBody)
    if (backs.length > 0) await this.deps.pipeline.take(backs.map((back) => makeFact('result', 'result', at, back)))
  }

  /**
   * Every bet is held against the start that was announced when it was made. What is said of the start while a game is played
   * counts only where that is so long after: a typing error of then takes nothing back.
   */
  private async judgeMoved({ ci, begunAt, starts }: Moved): Promise<void> {
    const head = await this.headOf(ci)
    if (!head) return
    const rules = validityRules(head.sport.id)
    const at = starts.at(-1)!.until
    const voids = starts
      .filter(({ startsAt }) => isMovedTooFar(rules, startsAt, head.startsAt))
      .filter(
        ({ startsAt, from, until }) =>
          begunAt === null || until < begunAt || ((from === null || from < begunAt) && isMovedTooFar(rules, startsAt, begunAt)),
      )
      .map(({ from, until }) => ({ reason: 'moved' as const, at, to: until, ...(from === null ? {} : { from }) }))
    await this.tell(head, voids)
  }

  /** True when nothing is left to judge: once by the clock, and again when it is over, because by then the book has all its markets. */
  private async judgeStopped(stopped: Stopped, now: Millis): Promise<boolean> {
    const { ci, stoppedAt, resumedAt } = stopped
    const head = await this.headOf(ci)
    if (!head) return true
    const rules = validityRules(head.sport.id)
    const until = resumesUntil(rules, { ...stopped, clockSec: 0 })!
    if (resumedAt !== null && resumedAt <= until) return true
    if (resumedAt === null && (now <= until || this.told.get(ci) === stoppedAt || !this.deps.isHeard(head.provider))) return false
    const clockSec = rules.minMinutes === null ? 0 : ((await selectClockSec(this.deps.pool, head, stoppedAt)) ?? 0)
    if (resumesUntil(rules, { ...stopped, clockSec }) !== null) await this.tell(head, [{ reason: 'interrupted', at: until, to: until }])
    this.told.set(ci, stoppedAt)
    return resumedAt !== null
  }

  /**
   * Put off, and nobody has said until when: it is moved by too much when that much has passed. So is a game of which nobody has
   * said a word, but whoever was away first hears whether it was played.
   */
  private async judgeNotBegun(head: ResolvedGame, now: Millis): Promise<void> {
    const isSilent = head.status === 'scheduled'
    const isPutOff = head.status === 'postponed' || head.status === 'delayed' || (head.kind === 3 && isStopped(head.status))
    if (head.type === 'outright' || !(isSilent || isPutOff)) return
    const to = head.startsAt + validityRules(head.sport.id).maxMovedHours * HOUR
    if (now <= to || this.putOff.get(head.ci) === head.startsAt) return
    if (!this.deps.isHeard(head.provider)) this.silent.delete(head.ci)
    else if (isPutOff || this.isSilentFor(head, now)) {
      await this.tell(head, [{ reason: 'moved', at: to, to }])
      this.putOff.set(head.ci, head.startsAt)
    }
  }

  private isSilentFor({ ci, startsAt }: ResolvedGame, now: Millis): boolean {
    const known = this.silent.get(ci)
    if (known?.startsAt === startsAt) return now - known.since >= HELD_MS
    this.silent.set(ci, { startsAt, since: now })
    return false
  }

  private async headOf(ci: number): Promise<ResolvedGame | undefined> {
    const { registry, pool } = this.deps
    if (!registry.gameByCi(ci)) await registry.recall(pool, ci)
    return registry.gameByCi(ci)
  }

  private async tell(head: ResolvedGame, voids: readonly Void[]): Promise<void> {
    if (voids.length === 0) return
    // Its whole card: bets stand on more than the row of a list.
    await this.deps.pipeline.open(head.ci)
    const markets = await this.marketsOf(head)
    if (markets.length === 0) return
    const cancel = { t: 'cancel', game: head.ref, markets, undecided: true } satisfies FactBody
    await this.deps.pipeline.take(voids.map(({ at, ...range }) => makeFact('result', 'result', at, { ...cancel, ...range })))
  }

  /** Each once, as the book names them. */
  private marketsWith(head: ResolvedGame, outcomes: readonly OpenOutcome[]): MarketId[] {
    const { book, bets } = this.deps
    const parts = book.game(head.ci)?.parts
    const found = new Map<string, MarketId>()
    for (const { part, ci } of head.parts) {
      const offered = [...(parts?.get(part)?.markets.keys() ?? [])]
      for (const outcome of outcomes) {
        const market = outcome.ci === ci ? bets!.marketOf(outcome, offered) : undefined
        const id = market && { game: head.ref, part, ...market }
        if (id) found.set(idOf(id), id)
      }
    }
    return [...found.values()]
  }

  /** What the book has, also settled: a result may have been told too late to stand. And what bets stand on besides. */
  private async marketsOf(head: ResolvedGame): Promise<MarketId[]> {
    const { book, bets } = this.deps
    const parts = book.game(head.ci)?.parts
    const known = [...(parts ?? [])].flatMap(([part, { markets }]) =>
      [...markets.keys()].map((id) => {
        const bar = id.indexOf('|')
        return { game: head.ref, part, key: id.slice(0, bar), spec: id.slice(bar + 1) }
      }),
    )
    const open = (await bets?.list(head.parts.map(({ ci }) => ci))) ?? []
    const lacking = lackingMarkets(
      head,
      parts,
      [],
      bets,
      Map.groupBy(open, ({ ci }) => ci),
    )
    return [...known, ...lacking.map(({ game, part, key, spec }) => ({ game, part, key, spec }))]
  }
}

function idOf({ part, key, spec }: MarketId): string {
  return `${part}|${key}|${spec}`
}
