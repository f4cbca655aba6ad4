/** `./polosa verify`: the audit, on DATABASE_URL or on the embedded database of POLOSA_HOME. */
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { readEnv } from '#platform/server/env.ts'
import { databaseInWords } from './in-words.ts'
import { verify } from './verify.ts'

export async function verifyCommand(_args: string[]): Promise<number> {
  const env = readEnv(process.env)
  const { databaseUrl } = env
  if (databaseUrl) return databaseInWords(() => verify(databaseUrl))
  const embedded = await startEmbeddedPostgres({ stateDir: join(env.home, 'pg') })
  try {
    return await verify(embedded.url, env.home)
  } finally {
    // A server that somebody else runs goes on running.
    if (!embedded.adopted) await embedded.stop()
  }
}
