/**
 * Topics of the live stream. Values are small and know no language; a topic exists while somebody listens.
 *
 * row:<ci>          'h' head, 's' score, 'c' number of outcomes, and an entry per outcome of the row markets
 * game:<ci>         the same for every outcome of the game and its parts, 'i:<seq>' for incidents
 * list:live, list:line:<sportId>, list:line   CI → [sport, championship, weight, start]
 * feed              producer → [state, lastAliveAt]; 'ageMs' is the reader's to compute
 * counts            sport → [live, line]
 *
 * An outcome is keyed `I:outcomeKey` → [price in thousandths, flags, reason?]; flags 1 = open, 2 = main line.
 */
import type { Incident } from '#modules/feeds/rules/fact.ts'
import { unixSeconds } from '#lib/time.ts'
import type { Applied } from '../rules/apply-fact.ts'
import { type Book, type BookGame, type BookPart, isOpen, isOver, isShown, KIND_LINE, KIND_LIVE } from '../rules/book.ts'
import { isKnownSport, sportInfo } from '../rules/sport-info.ts'
import { toldStatus } from '../rules/status-words.ts'
import { hasMainLine, mainLines } from '../rules/wire/outcome.ts'
import type { Indexes } from './indexes.ts'

/** The part of the platform's topic that a provider needs. */
export interface TopicSink {
  set(key: string, value: unknown): void
  delete(key: string): void
  commit(): void
  snapshot(): { version: number; values: Record<string, unknown> }
}

interface TopicProvider {
  open(topic: TopicSink, name: string): boolean
  close?(name: string): void
}

export interface StreamPort {
  provide(prefix: string, provider: TopicProvider): void
}

export const OPEN = 1
export const MAIN = 2

export interface Topics {
  open(topic: TopicSink, name: string): boolean
  close(name: string): void
  /** `moved`: list keys whose membership may have changed. */
  update(applied: Applied, moved: ReadonlySet<string>): void
  /** CI of the games whose cards are listened to. */
  cards(): Iterable<number>
}

export function createTopics(book: Book, indexes: Indexes): Topics {
  const opened = new Map<string, TopicSink>()
  /** Outcome entries now in an open row or game topic, so that those that vanish can be taken out. */
  const shown = new Map<string, Set<string>>()

  function open(topic: TopicSink, name: string): boolean {
    if (!fill(topic, name)) return false
    opened.set(name, topic)
    topic.commit()
    return true
  }

  function fill(topic: TopicSink, name: string): boolean {
    const list = listKey(name)
    const [, prefix, ci] = /^(row|game):([1-9]\d{0,9})$/.exec(name) ?? []
    const game = ci === undefined ? undefined : book.games.get(Number(ci))
    if (game) fillGame(topic, name, game, prefix === 'game')
    else if (list) fillList(topic, list)
    else if (name === 'counts') fillCounts(topic)
    else if (name === 'feed') fillFeed(topic)
    else return false
    return true
  }

  /** Null: no list is called so. One that anybody could call as he likes would be filled and kept for each of his names. */
  function listKey(name: string): string | null {
    if (name === 'list:live') return `k${KIND_LIVE}`
    if (name === 'list:line') return `k${KIND_LINE}`
    const sport = Number(/^list:line:([1-9]\d{0,5})$/.exec(name)?.[1])
    return isKnownSport(sport) || book.sports.has(sport) ? `k${KIND_LINE}s${sport}` : null
  }

  function fillGame(topic: TopicSink, name: string, game: BookGame, whole: boolean): void {
    topic.set('h', head(game))
    if (game.live) topic.set('s', score(game))
    if (whole) for (const incident of game.incidents) topic.set(`i:${incident.seq}`, incidentValue(incident))
    putOutcomes(topic, name, game, whole)
  }

  /** All outcomes of the topic; the platform's topic drops what did not change. */
  function putOutcomes(topic: TopicSink, name: string, game: BookGame, whole: boolean): void {
    const before = shown.get(name)
    const now = new Set<string>()
    for (const [key, value] of outcomes(game, whole)) {
      now.add(key)
      topic.set(key, value)
    }
    for (const key of before ?? []) if (!now.has(key)) topic.delete(key)
    shown.set(name, now)
    topic.set('c', now.size)
  }

  function fillList(topic: TopicSink, key: string): void {
    const games = new Map(indexes.list(key).map((game) => [String(game.ci), game]))
    for (const ci of Object.keys(topic.snapshot().values)) if (!games.has(ci)) topic.delete(ci)
    for (const [ci, game] of games) topic.set(ci, order(book, game))
  }

  function fillCounts(topic: TopicSink): void {
    const counts = new Map<string, [live: number, line: number]>()
    for (const key of indexes.keys()) {
      const match = /^k([13])s(\d+)$/.exec(key)
      if (!match) continue
      const pair = counts.get(match[2]!) ?? [0, 0]
      pair[Number(match[1]) === KIND_LIVE ? 0 : 1] = indexes.size(key)
      counts.set(match[2]!, pair)
    }
    for (const sport of Object.keys(topic.snapshot().values)) if (!counts.has(sport)) topic.delete(sport)
    for (const [sport, pair] of counts) topic.set(sport, pair)
  }

  function fillFeed(topic: TopicSink): void {
    for (const [producer, { state, lastAliveAt }] of book.producers) topic.set(producer, [state, lastAliveAt])
  }

  function update(applied: Applied, moved: ReadonlySet<string>): void {
    if (opened.size === 0) return
    for (const { ci, head: headChanged, live, incidents, groups } of applied.games) {
      const game = book.games.get(ci)
      for (const name of [`row:${ci}`, `game:${ci}`]) {
        const topic = opened.get(name)
        if (!topic || !game) continue
        topic.set('h', head(game))
        if (live && game.live) topic.set('s', score(game))
        if (name.startsWith('game')) for (const incident of incidents) topic.set(`i:${incident.seq}`, incidentValue(incident))
        // A new status opens or locks every outcome; otherwise only changed groups can differ.
        if (headChanged || groups.size) putOutcomes(topic, name, game, name.startsWith('game'))
        topic.commit()
      }
    }
    if (moved.size) updateLists(moved)
    const feed = applied.producers ? opened.get('feed') : undefined
    if (feed) {
      fillFeed(feed)
      feed.commit()
    }
  }

  function updateLists(moved: ReadonlySet<string>): void {
    for (const [name, topic] of opened) {
      const list = listKey(name)
      if (list && moved.has(list)) fillList(topic, list)
      else if (name === 'counts') fillCounts(topic)
      else continue
      topic.commit()
    }
  }

  function* cards(): Generator<number> {
    for (const name of opened.keys()) if (name.startsWith('game:')) yield Number(name.slice('game:'.length))
  }

  return {
    open,
    update,
    cards,
    close: (name) => {
      opened.delete(name)
      shown.delete(name)
    },
  }
}

/** Hangs the topics on the platform's stream. */
export function provideTopics(stream: StreamPort, topics: Topics): void {
  for (const prefix of ['row', 'game', 'list', 'counts', 'feed']) stream.provide(prefix, topics)
}

/** [kind, status, start, I of the main part, over, note of the status if it has one]; the book's version is not told: it changes with every fact. */
function head(game: BookGame): unknown {
  const main = game.parts.get('full')
  return [
    game.kind,
    toldStatus(game.status, game.statusNote),
    unixSeconds(game.startsAt),
    main?.i ?? 0,
    isOver(game) ? 1 : 0,
    ...(game.statusNote ? [game.statusNote] : []),
  ]
}

function score(game: BookGame): unknown {
  const { live } = game
  if (!live) return null
  const { score: points, phase, clockSec, clockRuns, server, periods, stats } = live
  return {
    f: points,
    ph: phase,
    ...(clockSec === undefined ? {} : { c: clockSec, r: clockRuns === false ? 0 : 1 }),
    ...(server ? { sv: server === 'home' ? 1 : 2 } : {}),
    ...(live.points ? { p: live.points } : {}),
    ...(periods.length ? { ps: periods.map(({ no, score: part }) => [no, part[0], part[1]]) } : {}),
    ...(game.type === 'race' ? { o: runningOrder(game) } : Object.keys(stats).length ? { st: stats } : {}),
  }
}

/** Ids of the runners as they stand: the live state tells places by starting number. */
function runningOrder({ sides, live }: BookGame): number[] {
  const placed = sides.map(({ id }, n) => ({ id, place: live?.stats[`place${n + 1}`]?.[0] ?? 0 }))
  return placed
    .filter(({ place }) => place > 0)
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id)
}

function incidentValue({ clockSec, type, side, player, at, detail, retracts }: Incident): unknown {
  return {
    c: clockSec,
    k: type,
    ...(side ? { s: side === 'home' ? 1 : 2 } : {}),
    ...(player ? { p: player } : {}),
    ...(at ? { at } : {}),
    ...(detail ? { d: detail } : {}),
    ...(retracts === undefined ? {} : { x: retracts }),
  }
}

function order(book: Book, game: BookGame): unknown {
  return [game.sportId, game.championshipId, book.championships.get(game.championshipId)?.weight ?? 0, unixSeconds(game.startsAt)]
}

function* outcomes(game: BookGame, whole: boolean): Generator<[string, unknown]> {
  const rows = whole ? null : new Set(sportInfo(game.sportId).rowMarkets)
  for (const part of game.parts.values()) {
    if (!whole && part.part !== 'full') continue
    yield* partOutcomes(game, part, rows)
  }
}

function* partOutcomes(game: BookGame, part: BookPart, rows: ReadonlySet<string> | null): Generator<[string, unknown]> {
  const mains = mainLines(part)
  for (const market of part.markets.values()) {
    if (market.g === 0 || (rows && !rows.has(market.key))) continue
    const main = mains.get(market.g) === market
    // A row shows one line of a group; the others come with the snapshot's AE.
    if (rows && !main && hasMainLine(market.key)) continue
    for (const outcome of market.outcomes) {
      if (!isShown(market, outcome)) continue
      const open = isOpen(game, market, outcome)
      const flags = (open ? OPEN : 0) | (main ? MAIN : 0)
      yield [`${part.i}:${outcome.key}`, open || !market.reason ? [outcome.price, flags] : [outcome.price, flags, market.reason]]
    }
  }
}
