/** The whole product as `./polosa start` runs it, on a free port and in a folder of the bench's own. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenEnded } from './ending.ts'
import { pause } from './figures.ts'

export const root = join(import.meta.dirname, '..', '..')

export interface Started {
  port: number
  pid: number
  /** Resolves when the address answers 200; throws when the process ends before, or after `longestMs`. */
  answers(address: string, longestMs: number): Promise<void>
  /** SIGTERM, and SIGKILL when that is not heard. */
  stop(): Promise<void>
}

const STOP_MS = 15_000
const ASK_EVERY_MS = 10

/** A data folder of the bench's own; the user of the database may enter it, so the data are in it and go with it. */
export function newHome(name: string): string {
  const home = mkdtempSync(join(tmpdir(), `polosa-${name}-`))
  chmodSync(home, 0o755)
  return home
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

/** Starts a program that listens on PORT. */
export async function startProgram(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Started> {
  const port = await freePort()
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4_000)))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const kill = () => {
    if (!isOver()) process.kill(-child.pid!, 'SIGKILL')
  }
  process.once('exit', kill)
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, pause(STOP_MS)])
    kill()
    await ended
    process.off('exit', kill)
    forget()
  }
  const forget = whenEnded(stop)
  return {
    port,
    pid: child.pid!,
    async answers(address, longestMs) {
      const begun = performance.now()
      while (!(await isServed(port, address))) {
        if (isOver()) throw new Error(`${command} ended early:\n${output}`)
        if (performance.now() - begun > longestMs) throw new Error(`${address} does not answer:\n${output}`)
        await pause(ASK_EVERY_MS)
      }
    },
    stop,
  }
}

async function isServed(port: number, address: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { signal: AbortSignal.timeout(30_000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
