/** A nats-server for the tests of several processes: NATS_SERVER, the usual paths, else the system's package when root. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, connect, type AddressInfo } from 'node:net'
import { findOrInstall } from './packages.ts'

/** The path of a nats-server, or null when none can be had here. */
export function findOrInstallNats(): string | null {
  return findOrInstall({
    variable: 'NATS_SERVER',
    paths: ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server', '/opt/homebrew/bin/nats-server'],
    package: 'nats-server',
  })
}

export interface NatsServer {
  url: string
  /** As a power cut would. */
  kill(): Promise<void>
  /** Again on the same port and the same data. */
  restart(): Promise<void>
  stop(): void
}

/** Starts a server with JetStream on a free port of this machine; its data lies in `dir`. */
export async function startNats(path: string, dir: string): Promise<NatsServer> {
  const port = await freePort()
  let child = await run()

  async function run(): Promise<ChildProcess> {
    const started = spawn(path, ['-js', '-sd', dir, '-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    let ended = false
    started.once('error', () => (ended = true))
    started.once('exit', () => (ended = true))
    for (let attempt = 0; !(await answers(port)); attempt += 1) {
      if (attempt > 200 || ended) throw new Error(`nats-server does not start: ${path}`)
      await new Promise((done) => setTimeout(done, 50))
    }
    return started
  }

  return {
    url: `nats://127.0.0.1:${port}`,
    async kill() {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    },
    async restart() {
      child = await run()
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
