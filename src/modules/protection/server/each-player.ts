/** A round of players, one after the other. */
import { isDatabaseAway } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'

/** One that fails is logged with his number and the round goes on; a database that is away ends it. */
export async function eachPlayer<T>(
  players: readonly T[],
  { idOf, log, failed }: { idOf: (player: T) => number; log: Pick<Logger, 'error'> | undefined; failed: string },
  work: (player: T) => Promise<void>,
): Promise<void> {
  for (const player of players) {
    try {
      await work(player)
    } catch (err) {
      if (isDatabaseAway(err)) throw err
      log?.error({ err, playerId: idOf(player) }, failed)
    }
  }
}
