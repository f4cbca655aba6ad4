/** The database of a start: DATABASE_URL, else the embedded server of the data folder, held by this process alone. */
import { join } from 'node:path'
import { keepEmbeddedPostgres } from '#platform/server/embedded-watch.ts'
import type { Env } from '#platform/server/env.ts'
import { createLog, type Logger } from '#platform/server/log.ts'
import { holdHome } from './home-lock.ts'
import { fileInWords } from './in-words.ts'

export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'
}

export interface OpenDatabase {
  url: string
  embedded: boolean
  close(): Promise<void>
}

/** Throws AlreadyRunning when another process holds the data folder. */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'home' | 'mode' | 'logLevel'>,
  say: (message: string) => void,
): Promise<OpenDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, embedded: false, close: async () => {} }
  let made: Logger | undefined
  const log = () => (made ??= createLog(env.logLevel, env.mode === 'development'))
  const options = { stateDir: join(env.home, 'pg'), onProgress: say }
  const server = await fileInWords(`POLOSA_HOME: ${env.home}`, () => keepEmbeddedPostgres(options, log))
  const lock = await holdHome(server.url, env.home, log)
  if (!lock) {
    await server.leave()
    throw new AlreadyRunning(
      `another Polosa is already running on the data folder ${env.home}; stop it or set POLOSA_HOME to another folder`,
    )
  }
  return {
    url: server.url,
    embedded: true,
    async close() {
      // Whoever took the folder while the database was away still needs it. Of one that does not answer only who started it knows.
      const isShared = (await lock.isShared()) ?? server.adopted
      // The lock goes with the server: let go before, another start would take a server that is about to stop.
      await (isShared ? server.leave() : server.stop())
      await lock.release()
    },
  }
}
