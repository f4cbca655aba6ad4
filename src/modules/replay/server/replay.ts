/**
 * Adapter 2: replay (feeds 6). Real calendars rolled forward and recorded matches played live. The core,
 * `advance`, is deterministic: the same interval gives the same facts whatever the length of its steps.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { DAY, HOUR, type Clock, type Millis } from '#lib/time.ts'
import type { Capabilities, Entity, Fact, Game, Ref } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import { dateOfDay, type CalendarRow, type MovedRow, rolledCalendar } from '../rules/calendar.ts'
import { showings } from '../rules/carousel.ts'
import { factsOf, LEAVES_AFTER_MS, openingFacts, type ReplayGame } from '../rules/play.ts'
import type { Strengths } from '../rules/prior.ts'
import type { DrivenProvider, PlainLog } from '#modules/feeds/server/index.ts'
import { type PaceStore, WorldClock } from '#modules/world/server/index.ts'
import { createSlices } from '#platform/server/loop-turns.ts'
import { type IndexRow, readCalendar, readIndex, readMinutes, readStrengths, readTournaments, type Tournament } from './pack.ts'
import { calendarGame, carouselGame, type Named, type PlaySettings, showLengthMs } from './replay-games.ts'

export interface ReplaySettings {
  /** Recordings of each sport that always run; 3 (feeds 6). */
  live?: number
  /** Wall time is divided by it: matches are played faster. */
  speed?: number
  horizonDays?: number
  /** 'redraw' draws a new result from the model; 'recorded' plays what was. */
  result?: 'recorded' | 'redraw'
  /** Of what is drawn; '1'. */
  seed?: string
  /** False leaves the calendar out: only the carousel plays. */
  calendar?: boolean
  tickMs?: number
}

export interface ReplayDeps {
  /** Folder of the data pack, null when there is none. */
  dataDir: string | null
  clock: Clock
  settings?: ReplaySettings
  /** seed/world-table.json */
  strengthsFile?: string
  log?: PlainLog
  /** Where a restart finds how far the replay was. */
  pace?: PaceStore
}

export interface Replay extends DrivenProvider {
  /** Reads the pack; `start` does it by itself. False: there are no recordings. */
  load(): Promise<boolean>
  /** Everything that happened before `to` and was not told yet, ordered by time, game and sequence. */
  advance(to: Millis): Fact[]
}

interface Pack {
  rows: CalendarRow[]
  tournaments: Map<string, Tournament>
  minutes: Map<string, string>
  index: IndexRow[]
  strengths: Strengths
}

const caps: Capabilities = {
  delivery: 'builtin',
  liveState: true,
  incidents: true,
  prices: 'model',
  betStop: false,
  settlement: false,
  cancel: false,
  recovery: true,
  stableIds: true,
  clock: 'given',
  languages: ['en', 'ru'],
}

/** Games of the last hours are built too, so that a restart finds what still runs. */
const BACK_MS = 12 * HOUR
/** A match of the calendar is looked for in so many days before today. */
const LOST_DAYS = 14
/** Facts handed over at once during the first fill. */
const CHUNK = 200

export function createReplay({ dataDir, clock, settings = {}, strengthsFile, log, pace }: ReplayDeps): Replay {
  const play: PlaySettings = {
    speed: settings.speed ?? 1,
    horizonDays: settings.horizonDays ?? 30,
    redraw: settings.result === 'redraw',
    seed: settings.seed ?? '1',
  }
  const lanes = settings.live ?? 3
  const games = new Map<Ref, ReplayGame>()
  const told = new Set<Ref>()
  /** Games that were over before anybody here heard of them. */
  const passed = new Set<Ref>()
  let pack: Pack | undefined
  let today = -1
  let cursor: Millis | undefined
  let pendingCatalog: Fact | undefined
  let stopping: AbortController | undefined
  let missed = false
  const unfinished: Ref[] = []
  /** The clock of the replay: the product's, made faster by a person. */
  const time = new WorldClock(clock, pace)

  async function load(): Promise<boolean> {
    if (pack) return pack.index.length > 0 || pack.rows.length > 0
    if (dataDir === null) return false
    const { breathe } = createSlices()
    const calendar = settings.calendar !== false
    pack = {
      rows: calendar ? await readCalendar(dataDir, breathe) : [],
      tournaments: readTournaments(dataDir),
      minutes: calendar && !play.redraw ? await readMinutes(dataDir, breathe) : new Map(),
      index: readIndex(dataDir).sort((a, b) => (a.id < b.id ? -1 : 1)),
      strengths: readStrengths(strengthsFile ?? 'seed/world-table.json'),
    }
    return pack.index.length > 0 || pack.rows.length > 0
  }

  /** The window of a day: what may be published or running in it, and the catalog that names it. */
  function* openDay(day: number, from: Pack): Generator<void> {
    today = day
    const dayStart = day * DAY
    const entities = new Map<string, Entity>()
    const add = ({ entities: list, game }: Named): void => {
      if (game.endsAt + BACK_MS <= dayStart) return
      for (const entity of list) entities.set(`${entity.kind} ${entity.ref}`, entity)
      if (!games.has(game.game.ref)) games.set(game.game.ref, game)
    }
    for (const [ref, game] of games) {
      if (game.endsAt + BACK_MS > dayStart) continue
      games.delete(ref)
      told.delete(ref)
      passed.delete(ref)
    }
    for (const row of windowOf(rolledCalendar(from.rows, dateOfDay(day)), day, play.horizonDays)) {
      add(calendarGame(row, from.tournaments.get(row.tournamentId), from.minutes, from.strengths, play))
      yield
    }
    const bySport = Map.groupBy(from.index, (row) => row.sport)
    for (const rows of bySport.values()) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      const items = rows.map((row) => ({ id: row.id, lengthMs: showLengthMs(row, play) }))
      for (const showing of showings(items, lanes, dayStart - BACK_MS, dayStart + 32 * HOUR)) {
        add(carouselGame(dataDir!, byId.get(showing.id)!, showing, from.strengths, play))
        yield
      }
    }
    const order = { sport: 0, country: 1, championship: 2, season: 3, competitor: 4, player: 5, game: 6 }
    const sorted = [...entities.values()].sort((a, b) => order[a.kind] - order[b.kind] || (a.ref < b.ref ? -1 : 1))
    pendingCatalog = makeFact('replay', 'replay', dayStart, { t: 'catalog', entities: sorted })
  }

  function tellGame(game: ReplayGame, to: Millis): Fact[] {
    const { ref } = game.game
    if (passed.has(ref)) return []
    const from = told.has(ref) && cursor !== undefined ? cursor : -Infinity
    if (game.publishAt >= to || (from !== -Infinity && to <= game.startsAt)) return []
    if (game.endsAt + LEAVES_AFTER_MS < from) return []
    told.add(ref)
    return factsOf(game, from, to, play.speed)
  }

  function advance(to: Millis): Fact[] {
    if (!pack) return []
    const facts: Fact[] = []
    if (cursor === undefined) for (const _ of openDay(Math.floor(to / DAY), pack)) continue
    // Day by day, because the window of a day is built when it begins.
    while ((today + 1) * DAY <= to) {
      facts.push(...step((today + 1) * DAY))
      for (const _ of openDay(today + 1, pack)) continue
    }
    return [...facts, ...step(to)]
  }

  /** The window of a new day in slices, so that midnight is not felt. */
  async function openDaySoftly(day: number): Promise<void> {
    if (!pack) return
    const { breathe } = createSlices()
    for (const _ of openDay(day, pack)) await breathe()
  }

  function step(to: Millis): Fact[] {
    const facts: Fact[] = []
    for (const game of games.values()) facts.push(...tellGame(game, to))
    facts.sort(byTimeAndGame)
    if (pendingCatalog) facts.unshift(pendingCatalog)
    pendingCatalog = undefined
    cursor = to
    return facts
  }

  /** The first telling in slices: catalog, then games by start, so that what is near comes first. */
  async function fill(to: Millis, sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    const { breathe } = createSlices()
    if (today !== Math.floor(to / DAY)) await openDaySoftly(Math.floor(to / DAY))
    if (pendingCatalog) await sink(stamped([pendingCatalog], to))
    pendingCatalog = undefined
    let chunk: Fact[] = []
    const byStart = [...games.values()].filter((game) => game.publishAt < to).sort((a, b) => a.startsAt - b.startsAt)
    // What is over comes last, and only where somebody waits for its end: what nobody was offered is no result.
    const over = (game: ReplayGame): boolean => game.endsAt < to
    const awaited = new Set(unfinished)
    for (const game of [...byStart.filter((g) => !over(g)), ...byStart.filter(over)]) {
      if (stopping?.signal.aborted) return
      const { ref } = game.game
      if (over(game) && !told.has(ref) && !awaited.has(ref)) {
        passed.add(ref)
        continue
      }
      told.add(ref)
      passed.delete(ref)
      chunk.push(...openingFacts(game, to, play.speed))
      await breathe()
      if (chunk.length < CHUNK) continue
      await sink(stamped(chunk, to))
      chunk = []
    }
    cursor = to
    await sink(stamped(chunk, to))
  }

  /** At times of the product, which a replay may be ahead of; those until `again` are told again and stay as old as they were. */
  function stamped(facts: Fact[], again: Millis = -Infinity): Fact[] {
    const now = clock.now()
    return facts.map((fact) => {
      const sentAt = fact.t === 'catalog' ? Math.min(now, fact.sentAt) : time.stamp(fact.sentAt, again)
      return fact.sentAt === sentAt ? fact : { ...fact, sentAt, receivedAt: now }
    })
  }

  /** How games ended whose end somebody missed who was away for longer than a window reaches back. */
  async function tellEnds(sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    const lost = new Set(unfinished.splice(0).filter((ref) => !games.has(ref)))
    if (!pack || lost.size === 0) return
    const { breathe } = createSlices()
    const now = cursor ?? clock.now()
    for (const game of lostGames(lost, pack)) {
      await breathe()
      if (game) await sink(stamped(openingFacts(game, now, play.speed), now))
    }
  }

  /** Showings of the carousel say when they began; matches of the calendar are looked for day by day. */
  function* lostGames(lost: Set<Ref>, { index, rows, tournaments, minutes, strengths }: Pack): Generator<ReplayGame | undefined> {
    const byId = new Map(index.map((row) => [row.id, row]))
    for (const ref of lost) {
      const [kind, id, startsAt] = ref.split(':')
      const row = kind === 'k' ? byId.get(id!) : undefined
      if (!row) continue
      lost.delete(ref)
      const from = Number(startsAt)
      yield carouselGame(dataDir!, row, { id: row.id, slot: 0, startsAt: from, endsAt: from + showLengthMs(row, play) }, strengths, play)
        .game
    }
    for (let day = today - 1; lost.size > 0 && day >= today - LOST_DAYS; day -= 1) {
      for (const row of windowOf(rolledCalendar(rows, dateOfDay(day)), day, 0)) {
        const { game } = calendarGame(row, tournaments.get(row.tournamentId), minutes, strengths, play)
        yield lost.delete(game.game.ref) ? game : undefined
      }
    }
  }

  async function turn(sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    const now = time.now()
    await time.reach(now)
    const midnight = (today + 1) * DAY
    if (missed) {
      missed = false
      await fill(Math.max(cursor ?? 0, Math.min(now, midnight - 1)), sink)
      await tellEnds(sink)
    }
    if (now >= midnight) {
      await sink(stamped(step(midnight)))
      await openDaySoftly(today + 1)
    }
    // An empty turn is a sign of life.
    await sink(stamped(advance(now)))
    time.stand(now)
  }

  return {
    id: 'replay',
    caps,
    load,
    advance,
    /** A turn that fails ends it: facts of that turn are gone, and the next start tells all anew. */
    async start(_from, sink) {
      const { signal } = (stopping = new AbortController())
      if (!(await load())) {
        log?.warn({}, 'no recordings: the data pack is absent, the replay stays silent')
        return
      }
      await time.start()
      missed = false
      // Names were perhaps not told either.
      today = -1
      await fill(time.now(), sink)
      await tellEnds(sink)
      if (!signal.aborted) await sink([])
      while (!signal.aborted) {
        await turn(sink)
        await wait(settings.tickMs ?? 250, undefined, { signal }).catch(() => undefined)
      }
    },
    setSpeed: (speed) => time.setSpeed(speed),
    resume: (refs) => void unfinished.push(...refs),
    async stop() {
      stopping?.abort()
    },
    /** Recovery is recomputation: the next turn tells anew what is not over. */
    async recover(_producer, since) {
      missed = true
      return { requestId: `replay-${since ?? 0}` }
    },
    async fetchGame(ref): Promise<Game> {
      const found = games.get(ref)
      if (!found) throw new Error(`replay has no game ${ref}`)
      return found.game
    },
    describe: async () => [],
  }
}

/** Rows that may be published, running or just over on a day. */
function windowOf(rows: readonly MovedRow[], day: number, horizonDays: number): MovedRow[] {
  const first = dateOfDay(day - 1)
  const last = dateOfDay(day + horizonDays + 1)
  return rows.filter((row) => row.movedDate >= first && row.movedDate <= last)
}

function byTimeAndGame(a: Fact, b: Fact): number {
  if (a.sentAt !== b.sentAt) return a.sentAt - b.sentAt
  const left = refOf(a)
  const right = refOf(b)
  return left < right ? -1 : left > right ? 1 : 0
}

function refOf(fact: Fact): string {
  return fact.t === 'game' ? fact.game.ref : fact.t === 'live' ? fact.state.game : fact.t === 'model' ? fact.game : ''
}
