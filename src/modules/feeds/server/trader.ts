/**
 * Acts of a person at the trader's desk (/dev/feed). Each is a fact of provider 'trader' that passes the same
 * intake; transitions outside the state table are refused (feeds 3).
 */
import type { Clock } from '#lib/time.ts'
import { type Problem, problem } from '#platform/shared/problem.ts'
import type {
  Fact,
  FactBody,
  Game,
  GameStatus,
  Incident,
  LiveState,
  MarketId,
  OutcomeResult,
  StatusNote,
  StopReason,
} from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import type { ActDetail } from '../rules/overlay.ts'
import { lacksPart } from '../rules/parts.ts'
import type { ResolvedFact, ResolvedGame } from '../rules/resolved.ts'
import { GAME_TRANSITIONS, isOver, mayBecome, voidedAs, type CancelReason } from '../rules/status.ts'
import { checkFact } from './fact-schema.ts'
import type { BookGameView, BookPort, DrivenProvider, Feed } from './ports.ts'

export interface TraderDeps {
  feed: Pick<Feed, 'take' | 'game' | 'recall' | 'games' | 'setSpeed' | 'faults' | 'tick'>
  book: BookPort
  providers: readonly DrivenProvider[]
  clock: Clock
}

export interface Trader {
  /** Any fact, checked; provider, times and key are ours. */
  post(body: unknown): Promise<ResolvedFact[] | Problem>
  goal(ci: number, side: 'home' | 'away'): Promise<ResolvedFact[] | Problem>
  card(ci: number, side: 'home' | 'away', colour: 'yellow' | 'red'): Promise<ResolvedFact[] | Problem>
  suspend(ci: number, reason: StopReason, part?: string, key?: string): Promise<ResolvedFact[] | Problem>
  /** The first open market of the match, or its first price alone. */
  suspendFirst(ci: number, what: 'market' | 'price', reason: StopReason): Promise<ResolvedFact[] | Problem>
  reopen(ci: number): Promise<ResolvedFact[] | Problem>
  /** Price in thousandths of one outcome of a market. */
  price(id: { ci: number; part: string; key: string; spec: string; outcome: string; priceMilli: number }): Promise<ResolvedFact[] | Problem>
  /** `note` says why: rain, a walkover. */
  status(ci: number, to: GameStatus, note?: StatusNote): Promise<ResolvedFact[] | Problem>
  settle(ci: number, id: Omit<MarketId, 'game'>, results: OutcomeResult[]): Promise<ResolvedFact[] | Problem>
  /** Voids the game: nothing of it can be bet on, and what is not decided yet comes back. Refused where it has ended. */
  cancel(ci: number, reason?: CancelReason): Promise<ResolvedFact[] | Problem>
  /** Refused where the sets or maps that are known do not make the score. */
  finish(ci: number, score: [number, number]): Promise<ResolvedFact[] | Problem>
}

/** What stopped a game is over once it is played on, and is not told of its later stops. */
function isOutlived(note: StatusNote | undefined, status: GameStatus): boolean {
  return status === 'live' || (note === 'rain' && status === 'ended') || (note === 'called_off' && !isOver(status))
}

export function createTrader({ feed, book, providers, clock }: TraderDeps): Trader {
  async function send(bodies: readonly FactBody[]): Promise<ResolvedFact[]> {
    const now = clock.now()
    const facts = bodies.map((body) => makeFact('trader', 'trader', now, body))
    const resolved = await feed.take(facts)
    // The provider draws the rest of the game on from here (feeds 5.3.6).
    for (const provider of providers) provider.act?.(facts)
    return resolved
  }

  function open(ci: number): ResolvedGame | Problem {
    const head = feed.game(ci)
    if (!head) return problem('feeds.unknown_game', { field: 'game', status: 404 })
    if (isOver(head.status)) return problem('feeds.game_over', { field: 'game', status: 409 })
    return head
  }

  function playing(ci: number): { head: ResolvedGame; state: LiveState; incidents: readonly { seq: number }[] } | Problem {
    const head = open(ci)
    if ('problem' in head) return head
    const known = book.game(ci)
    if (head.kind !== 1 || !known?.live) return problem('feeds.not_live', { field: 'game', status: 409 })
    return { head, state: structuredClone(known.live), incidents: known.incidents }
  }

  function nextSeq(incidents: readonly { seq: number }[]): number {
    // Between the provider's numbers, which are whole: its next incident must not be taken for this one.
    return Math.round(((incidents.at(-1)?.seq ?? 0) + 0.001) * 1000) / 1000
  }

  async function happening(ci: number, type: string, side: 'home' | 'away', change: (state: LiveState) => Record<string, unknown>) {
    const found = playing(ci)
    if ('problem' in found) return found
    const { head, state, incidents } = found
    const detail = change(state)
    const incident: Incident = { game: head.ref, seq: nextSeq(incidents), clockSec: state.clockSec ?? 0, type, side, detail }
    return send([{ t: 'live', state: { ...state, game: head.ref }, incidents: [incident] }])
  }

  function statusBody(head: ResolvedGame, status: GameStatus, note?: StatusNote): FactBody | Problem {
    if (!mayBecome(head.status, status)) return notAllowed(head.status, status)
    const { statusNote, ...game } = gameOf(head)
    const told = note ?? (isOutlived(statusNote, status) ? undefined : statusNote)
    return {
      t: 'game',
      game: { ...game, status, ...(told === undefined ? {} : { statusNote: told }) },
      reason: status === 'cancelled' || told === 'called_off' ? 'cancelled' : 'status',
    }
  }

  function marketsOf(ci: number, wanted: (part: string, key: string, status: string) => boolean): MarketId[] {
    const known = book.game(ci)
    const ids: MarketId[] = []
    for (const [part, { markets }] of known?.parts ?? []) {
      for (const [id, market] of markets) {
        const bar = id.indexOf('|')
        const key = id.slice(0, bar)
        if (wanted(part, key, market.status)) ids.push({ game: known!.ref, part, key, spec: id.slice(bar + 1) })
      }
    }
    return ids
  }

  return {
    async post(body) {
      if (typeof body !== 'object' || body === null) return problem('feeds.not_a_fact', { field: 'fact', status: 400 })
      const now = clock.now()
      const head = { provider: 'trader', producer: 'trader', sentAt: now, receivedAt: now, key: 'unchecked' }
      const checked = checkFact({ ...body, ...head })
      if ('wrong' in checked)
        return problem('feeds.not_a_fact', { field: checked.wrong.split(':')[0]!, status: 400, params: { wrong: checked.wrong } })
      const { fact } = checked
      const refused = fact.t === 'game' ? refusedTransition(feed.games(), fact.game) : undefined
      return refused ?? send([bodyOf(fact)])
    },
    goal: (ci, side) =>
      happening(ci, 'goal', side, (state) => {
        state.score[side === 'home' ? 0 : 1] += 1
        const period = state.periods.at(-1)
        if (period) period.score[side === 'home' ? 0 : 1] += 1
        const act: ActDetail = { score: side === 'home' ? [1, 0] : [0, 1], ...(period ? { period: period.code } : {}) }
        return {
          how: 'normal',
          score: [...state.score],
          no: state.score[0] + state.score[1],
          minute: String(Math.floor((state.clockSec ?? 0) / 60) + 1),
          act,
        }
      }),
    card: (ci, side, colour) =>
      happening(ci, `${colour}_card`, side, (state) => {
        const cards = (state.stats[colour] ??= [0, 0])
        cards[side === 'home' ? 0 : 1] += 1
        const act: ActDetail = { stats: { [colour]: side === 'home' ? [1, 0] : [0, 1] } }
        return { act }
      }),
    async suspend(ci, reason, part, key) {
      const head = open(ci)
      if ('problem' in head) return head
      if (part === undefined && key === undefined) return send([{ t: 'bet.stop', game: head.ref, groups: 'all', to: 'suspended', reason }])
      const ids = marketsOf(
        ci,
        (p, k, status) =>
          (status === 'active' || status === 'suspended') && (part === undefined || p === part) && (key === undefined || k === key),
      )
      return send([{ t: 'odds.delta', game: head.ref, markets: ids.map((id) => ({ ...id, status: 'suspended', reason, outcomes: [] })) }])
    },
    async suspendFirst(ci, what, reason) {
      const head = open(ci)
      if ('problem' in head) return head
      const [id] = marketsOf(ci, (part, _key, status) => part === 'full' && status === 'active')
      const market = id && book.game(ci)?.parts.get(id.part)?.markets.get(`${id.key}|${id.spec}`)
      if (!id || !market) return problem('feeds.unknown_market', { field: 'market', status: 404 })
      if (what === 'market')
        return send([{ t: 'odds.delta', game: head.ref, markets: [{ ...id, status: 'suspended', reason, outcomes: [] }] }])
      const outcomes = market.outcomes.slice(0, 1).map(({ key }) => ({ key, active: false }))
      return send([{ t: 'odds.delta', game: head.ref, markets: [{ ...id, status: 'active', outcomes }] }])
    },
    async reopen(ci) {
      const head = open(ci)
      if ('problem' in head) return head
      return send([{ t: 'bet.stop', game: head.ref, groups: 'all', to: 'active', reason: 'trader' }])
    },
    async price({ ci, part, key, spec, outcome, priceMilli }) {
      const head = open(ci)
      if ('problem' in head) return head
      const market = book.game(ci)?.parts.get(part)?.markets.get(`${key}|${spec}`)
      if (!market) return problem('feeds.unknown_market', { field: 'market', status: 404 })
      if (!market.outcomes.some((o) => o.key === outcome)) return problem('feeds.unknown_outcome', { field: 'outcome', status: 404 })
      const outcomes = market.outcomes.map((o) => ({ key: o.key, active: o.active, price: o.key === outcome ? priceMilli : o.price }))
      return send([{ t: 'odds.delta', game: head.ref, markets: [{ game: head.ref, part, key, spec, status: 'active', outcomes }] }])
    },
    async status(ci, to, note) {
      await feed.recall(ci)
      const head = feed.game(ci)
      if (!head) return problem('feeds.unknown_game', { field: 'game', status: 404 })
      const body = statusBody(head, to, note)
      if ('problem' in body) return body
      const live = to === 'ended' ? book.game(ci)?.live : undefined
      return send(live ? ending(head, { ...live, game: head.ref, phase: 'ended', clockRuns: false }, body) : [body])
    },
    async settle(ci, id, results) {
      await feed.recall(ci)
      const head = feed.game(ci)
      if (!head) return problem('feeds.unknown_game', { field: 'game', status: 404 })
      const refused = unknownResult(book.game(ci), id, results)
      if (refused) return refused
      return send([{ t: 'settle', game: head.ref, certainty: 'confirmed', markets: [{ id: { ...id, game: head.ref }, results }] }])
    },
    async cancel(ci, reason) {
      await feed.recall(ci)
      const head = feed.game(ci)
      if (!head) return problem('feeds.unknown_game', { field: 'game', status: 404 })
      const ids = marketsOf(ci, (_part, _key, status) => status !== 'settled' && status !== 'cancelled')
      const { status, note } = voidedAs(head.status)
      const over = statusBody(head, status, note)
      if ('problem' in over) return over
      return send([{ t: 'cancel', game: head.ref, markets: ids, ...(reason === undefined ? {} : { reason }) }, over])
    },
    async finish(ci, score) {
      const head = open(ci)
      if ('problem' in head) return head
      // It is played first, and a game that was put off has to be set anew before that.
      if (!mayBecome(head.status, 'live')) return notAllowed(head.status, 'live')
      const live = book.game(ci)?.live
      return notOfItsSets(head, live, score) ?? send(finishing(head, live, score))
    },
  }
}

/** A result of what the game has never had. A game that has left the book cannot be asked: its bets know what they are of. */
function unknownResult(
  known: BookGameView | null,
  { part, key, spec }: Omit<MarketId, 'game'>,
  results: OutcomeResult[],
): Problem | undefined {
  if (!known || known.parts.size === 0) return undefined
  const market = known.parts.get(part)?.markets.get(`${key}|${spec}`)
  if (!market) return problem('feeds.unknown_market', { field: 'key', status: 404 })
  const at = results.findIndex(({ outcome }) => !market.outcomes.some((one) => one.key === outcome))
  return at < 0 ? undefined : problem('feeds.unknown_outcome', { field: `results.${at}.outcome`, status: 404 })
}

function finishing(head: ResolvedGame, known: LiveState | undefined, score: [number, number]): FactBody[] {
  const state: LiveState = {
    ...(known ?? { periods: [], stats: {} }),
    game: head.ref,
    phase: 'ended',
    clockRuns: false,
    score: [...score],
    periods: known ? lastPeriods(head, known, score) : [],
  }
  // It was played to its end, whatever it had stopped for.
  const { statusNote: _stopped, ...game } = gameOf(head)
  return ending(head, state, { t: 'game', game: { ...game, status: 'ended' }, reason: 'status' })
}

/**
 * Start, last state, end. The start is told of a game that runs as well: after a restart its book is empty, the provider no
 * longer speaks of the game, and a state is taken of games only that are known and not over.
 */
function ending(head: ResolvedGame, state: LiveState, end: FactBody): FactBody[] {
  const { statusNote: _stopped, ...game } = gameOf(head)
  return [{ t: 'game', game: { ...game, status: 'live' }, reason: 'status' }, { t: 'live', state }, end]
}

const A_SET = /^(set|map)\d/
/** A shoot-out is told beside the score. */
const BESIDE = 'so'
/** Between two parts: the one that was told last is over. */
const A_BREAK = /^(ht|bt|brk|i\d|intermission|(.*_)?break)$/

/** A score of sets says nothing of their games: what it lacks has to be told as a state before the end is. */
function notOfItsSets({ parts }: ResolvedGame, live: LiveState | undefined, [home, away]: [number, number]): Problem | undefined {
  const sets = live?.periods.filter(({ code }) => A_SET.test(code)) ?? []
  if (sets.length === 0 && !parts.some(({ part }) => A_SET.test(part))) return undefined
  const won = (side: 0 | 1) => sets.filter(({ score }) => score[side] > score[1 - side]!).length
  const fits = won(0) === home && won(1) === away && sets.length === home + away
  // The last set may still be played: who leads in it has not won it.
  if (fits && live?.score[0] === home && live.score[1] === away) return undefined
  const known = sets.map(({ score }) => score.join(':')).join(' ')
  return problem('feeds.not_of_its_sets', { field: 'score', status: 409, params: { known } })
}

/** The periods must add up to the score: what is missing or too much goes to the last ones. Of which nothing is known is not made up. */
function lastPeriods(head: ResolvedGame, known: LiveState, score: [number, number]): LiveState['periods'] {
  const periods = structuredClone(known.periods)
  if (periods.some(({ code }) => A_SET.test(code))) return periods
  const counted = periods.filter(({ code }) => code !== BESIDE)
  const left = ([0, 1] as const).map((side) => score[side] - counted.reduce((sum, period) => sum + period.score[side], 0))
  if (left.some((count) => count !== 0) && lacksPart(head.parts, counted)) return knownParts(known, left)
  for (const side of [0, 1] as const) {
    for (const period of counted.toReversed()) {
      const added = Math.max(left[side]!, -period.score[side])
      period.score[side] += added
      left[side]! -= added
    }
  }
  return periods
}

/**
 * Nobody knows which goals of a part that was still played came in it, and which in parts of which nothing was told: it is told no more,
 * and its bets come back. A part that was over stands, unless the score says less than all of them.
 */
function knownParts({ periods, phase }: LiveState, left: readonly number[]): LiveState['periods'] {
  if (left.some((count) => count < 0)) return []
  return A_BREAK.test(phase) ? periods : periods.slice(0, -1)
}

function refusedTransition(games: readonly ResolvedGame[], to: Game): Problem | undefined {
  const head = games.find((game) => game.ref === to.ref)
  return !head || mayBecome(head.status, to.status) ? undefined : notAllowed(head.status, to.status)
}

function notAllowed(from: GameStatus, to: GameStatus): Problem {
  return problem('feeds.transition', { field: 'status', status: 409, params: { from, to, may: GAME_TRANSITIONS[from].join(', ') } })
}

function bodyOf(fact: Fact): FactBody {
  const { provider: _provider, producer: _producer, sentAt: _sentAt, receivedAt: _receivedAt, key: _key, ...body } = fact
  return body
}

/** The head back in the provider's words. */
export function gameOf(head: ResolvedGame): Game {
  return {
    kind: 'game',
    ref: head.ref,
    championship: head.championship.ref,
    type: head.type,
    sides: head.sides.map(({ ref, role, order }) => ({ competitor: ref, role, order })),
    startsAt: head.startsAt,
    startConfirmed: head.startConfirmed,
    status: head.status,
    liveCoverage: head.liveCoverage,
    origin: head.origin,
    ...(head.statusNote === undefined ? {} : { statusNote: head.statusNote }),
    ...(head.round === undefined ? {} : { round: head.round }),
    ...(head.venue === undefined ? {} : { venue: head.venue }),
    ...(head.neutral === undefined ? {} : { neutral: head.neutral }),
    ...(head.format === undefined ? {} : { format: head.format }),
    ...(head.about === undefined ? {} : { about: head.about }),
  }
}
