/** Open pages of a player hear at once how many messages wait and which question has a new line. */
import type { Db } from '#platform/server/db.ts'
import { countUnread } from './inbox.ts'

/** The player's own topic: bets fills it, others add keys of theirs. */
export interface MeTopic {
  onListener(hear: (playerId: number, open: boolean) => void): void
  tell(playerId: number, values: Readonly<Record<string, unknown>>): void
}

export interface News {
  playerId: number
  /** A question with a new line, or a new state. */
  ticket?: { id: number; line: number }
}

export interface LiveDeps {
  db: Db
  me: MeTopic
  mayPromote: (playerId: number) => Promise<boolean>
  /** Other processes with an open page of the player. */
  tellOthers(news: News): void
  log: { warn(details: object, message: string): void }
}

export interface Live {
  /** Something changed for the player: shown here and in every other process. */
  changed(news: News): Promise<void>
  /**
   * The same, not waited for: whoever hands out events does not wait for a register of self-exclusions, which the count of
   * what is unread may ask. One after the other, so that the last count is the last one shown.
   */
  tell(playerIds: readonly number[]): void
  /** Everything that was told is shown: for tests, and for the stop. */
  settled(): Promise<void>
  /** The same, heard from another process. */
  show(news: News): Promise<void>
  unread(playerId: number): Promise<number>
}

const UNREAD = 'unread'
const TICKET = 'ticket'

export function createLive({ db, me, mayPromote, tellOthers, log }: LiveDeps): Live {
  const listening = new Set<number>()
  const unread = async (playerId: number) => countUnread(db, { playerId, promotions: await mayPromote(playerId) })

  async function show({ playerId, ticket }: News): Promise<void> {
    if (!listening.has(playerId)) return
    me.tell(playerId, { [UNREAD]: await unread(playerId), ...(ticket ? { [TICKET]: ticket } : {}) })
  }

  me.onListener((playerId, open) => {
    // It is called again whenever bets change; the count is told once, and afterwards when it changes itself.
    if (open === listening.has(playerId)) return
    if (!open) return void listening.delete(playerId)
    listening.add(playerId)
    show({ playerId }).catch((error: unknown) => log.warn({ err: error }, 'messages not counted'))
  })

  let telling: Promise<void> = Promise.resolve()

  return {
    unread,
    show,
    tell(playerIds) {
      for (const playerId of playerIds) {
        tellOthers({ playerId })
        telling = telling
          .then(() => show({ playerId }))
          .catch((error: unknown) => log.warn({ err: error, playerId }, 'messages not counted'))
      }
    },
    settled: () => telling,
    async changed(news) {
      tellOthers(news)
      await show(news)
    },
  }
}
