/**
 * Letters about followed games: owed with the notice, in one transaction, and written by a step that comes every few seconds, for
 * whom the registers of other houses let be written to. Those take their time, so nothing is held while they are asked.
 */
import { HOUR, type Clock } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { counter } from '#platform/server/metrics.ts'
import { forgetLettersDue, listLettersDue, selectOptionalEvent, takeLettersDue } from './store.ts'
import type { Teller } from './tell.ts'

/** Letters of the house: who can be written to is judged outside. */
export interface LettersPort {
  /** Whether letters reach this player now: an address that he has confirmed, and nothing that keeps the house silent. */
  reach(playerId: number): Promise<boolean>
  /** Which of them letters reach now. Registers of other houses may be asked, so nobody holds a transaction meanwhile. */
  reachable(playerIds: readonly number[]): Promise<readonly number[]>
  /** Writes them in the transaction of their cause; words and page (a path) are asked in the language of each player. */
  send(tx: Tx, playerIds: readonly number[], words: (lng: string) => { title: string; text: string; page: string }): Promise<void>
}

/** Those of them with a break or an exclusion that is not over: nothing calls them back to play, on any channel (RG-12). */
export type ExcludedOf = (tx: Tx, playerIds: readonly number[]) => Promise<ReadonlySet<number>>

interface LetterDeps {
  db: Db
  clock: Clock
  letters: LettersPort
  excludedOf: ExcludedOf
  wordsOf: Teller['wordsOf']
}

/** Of one step: more than mail servers take until the next one, and few enough for a process that is to end. */
const BATCH = 50
/** What could not be written for so long is no news any more. */
const WORTH_MS = HOUR

const late = counter('game_letters_late_total', 'Letters about followed games that came to their turn when they were no news any more')

/** Writes those that have waited longest; answers how many are owed no more. Of several processes one writes a letter. */
export async function writeLetters({ db, clock, letters, excludedOf, wordsOf }: LetterDeps): Promise<number> {
  late.inc(await forgetLettersDue(db, new Date(clock.now() - WORTH_MS)))
  const due = await listLettersDue(db, BATCH)
  let done = 0
  for (const [eventId, rows] of Map.groupBy(due, (row) => row.eventId)) {
    const players = rows.map(({ playerId }) => playerId)
    const event = await selectOptionalEvent(db, eventId)
    // With the event its notices went, and what was owed.
    if (!event) continue
    const reached = new Set(await letters.reachable(players))
    done += await inTx(db, async (tx) => {
      const taken = await takeLettersDue(tx, eventId, players)
      const excluded = await excludedOf(tx, taken)
      const readers = taken.filter((playerId) => reached.has(playerId) && !excluded.has(playerId))
      if (readers.length > 0) await letters.send(tx, readers, wordsOf(event))
      return taken.length
    })
  }
  return done
}
