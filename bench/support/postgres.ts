/** The embedded PostgreSQL of a bench. It runs in a session of its own, which no Ctrl-C reaches: the bench stops it. */
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { whenEnded } from './ending.ts'

export async function benchPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const starting = startEmbeddedPostgres(options)
  const forget = whenEnded(async () => (await starting).stop())
  const server = await starting
  return {
    ...server,
    stop() {
      forget()
      return server.stop()
    },
  }
}
