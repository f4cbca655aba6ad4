/** A database server of the test that asks for it, which it may stop, kill and starve; and its processes. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { migrate } from '#platform/server/migrate.ts'
import { scratchFolder } from '../support/postgres.ts'

export interface OwnPostgres {
  url: string
  /** Every process of the server gets the signal. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void
  /** Starts it again after a kill, on the same data. */
  restart(): Promise<void>
}

/** The user of the server may enter it, so the data are in it and go with it. */
function newFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), 'polosa-pg-'))
  chmodSync(folder, 0o755)
  return folder
}

export async function ownPostgres(stateDir = newFolder(), settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const options = { stateDir, settings: { shared_buffers: '64MB', min_wal_size: '32MB', ...settings } }
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options)
  // Hooks of a file that are set within a test are never run.
  onTestFinished(async () => {
    signalAll(server.pid, 'SIGCONT')
    await server.stop()
    rmSync(stateDir, { recursive: true, force: true })
  }, 60_000)
  await migrate(server.url, resolve('migrations'))
  return {
    url: server.url,
    signal: (name) => signalAll(server.pid, name),
    async restart() {
      server = await startEmbeddedPostgres(options)
    },
  }
}

function signalAll(postmaster: number, name: NodeJS.Signals): void {
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return ppid === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
