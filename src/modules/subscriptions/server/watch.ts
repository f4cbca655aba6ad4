/**
 * Sees what happens in games that somebody follows and writes it down once, with the event that leaves after the commit.
 * Every process may watch: the key of a happening lets only the first of them through.
 */
import type { Clock } from '#lib/time.ts'
import { KIND_LIVE, type BookGame } from '#modules/line/rules/book.ts'
import type { Line } from '#modules/line/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { glanceOf, happenings, type Glance, type Happening } from '../rules/happenings.ts'
import { insertEvent, listWatched } from './store.ts'
import type { EventAbout } from './tables.ts'

export const TOPIC = 'game.event'

export interface Watch {
  /** A game is followed from now on. */
  add(ci: number): void
  /** Asks again which games are followed: another process may have saved one. One at a time. */
  refresh(): Promise<void>
  /** Resolves when everything seen so far is written: for tests. */
  settled(): Promise<void>
}

export interface WatchDeps {
  db: Db
  clock: Clock
  line: Pick<Line, 'listen' | 'game' | 'book'>
  log: { warn(details: object, message: string): void }
}

export function createWatch({ db, clock, line, log }: WatchDeps): Watch {
  const watched = new Map<number, Glance | null>()
  /** Since the last question which games are followed. */
  let added = new Set<number>()
  let writing: Promise<void> = Promise.resolve()

  function look(ci: number): void {
    if (watched.has(ci)) return
    const game = line.game(ci)
    watched.set(ci, game ? glanceOf(game) : null)
  }

  line.listen((_resolved, { games }) => {
    for (const { ci, head, live } of games) {
      if (!(head || live) || !watched.has(ci)) continue
      const game = line.game(ci)
      if (!game) continue
      const before = watched.get(ci)
      watched.set(ci, glanceOf(game))
      // The first look after a start shows how the game stands, not what has just happened.
      if (!before) continue
      for (const happening of happenings(before, game)) write(game, happening)
    }
  })

  function write(game: BookGame, happening: Happening): void {
    const { key, option, ...rest } = happening
    const [home, away] = game.sides
    const score: [number, number] = game.live ? [...game.live.score] : [0, 0]
    const { sportId, championshipId } = game
    const page = { live: game.kind === KIND_LIVE, championshipId, championship: line.book.championships.get(championshipId)?.names ?? {} }
    const about: EventAbout = { ...rest, sportId, home: home?.names ?? {}, away: away?.names ?? {}, score, page }
    writing = writing
      .then(() =>
        inTx(db, async (tx) => {
          const id = await insertEvent(tx, { ci: game.ci, key, option, about, at: new Date(clock.now()) })
          if (id !== null) await emit(tx, { topic: TOPIC, key: String(game.ci), payload: { eventId: String(id) } })
        }),
      )
      .catch((error: unknown) => log.warn({ err: error, ci: game.ci }, 'a happening was not written down'))
  }

  async function refresh(): Promise<void> {
    added = new Set()
    const cis = new Set(await listWatched(db))
    // The answer is a moment old: whoever has begun to follow a game since is not in it.
    for (const ci of watched.keys()) if (!cis.has(ci) && !added.has(ci)) watched.delete(ci)
    for (const ci of cis) look(ci)
  }

  return {
    add(ci) {
      added.add(ci)
      look(ci)
    },
    refresh,
    settled: () => writing,
  }
}
