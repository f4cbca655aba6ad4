import type { Logger } from '#platform/server/log.ts'

/** Stops part after part. One that fails is told of by its name and leaves out none of those behind it. */
export async function stopInTurn(parts: Readonly<Record<string, () => unknown>>, log: Pick<Logger, 'error'>): Promise<void> {
  for (const [part, stop] of Object.entries(parts)) {
    try {
      await stop()
    } catch (error) {
      log.error({ err: error, part }, 'a part could not be stopped')
    }
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Who ends the process in the middle of its start takes the database away from what is still starting: what that has to say
 * is no news. Once it is started `stopInTurn` ends it.
 */
export async function startQuietlyCut<T>(log: Pick<Logger, 'level'>, start: () => Promise<T>): Promise<T> {
  const cut = () => void (log.level = 'silent')
  for (const signal of SIGNALS) process.once(signal, cut)
  try {
    return await start()
  } finally {
    for (const signal of SIGNALS) process.off(signal, cut)
  }
}
