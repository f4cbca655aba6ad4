/**
 * The line after a crash: a server (roles api, feed, worker) with the world's line is killed and started again on its
 * data folder. Told: when the line stands again (every live game and those of the next day, what begins soon with
 * prices), when every game is back in the book, when all is priced. Issue 3: rebuilt from stored facts in under 5 s.
 *
 *   node bench/rebuild.ts [--minutes=1] [--rounds=3] [--quick]
 *
 * `--minutes` is how long the line plays before the first kill, so that it has facts of its own to read again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { median, option, pause, say, tellLoad, tellMost } from './support/figures.ts'
import { freePort, newHome } from './support/product.ts'

const minutes = option('minutes', 1, 0)
const rounds = option('rounds', 3, 1)
const REBUILT_MS = 5_000
const GIVE_UP_MS = 480_000
const LOOK_EVERY_MS = 50
/** A world that plays has about six thousand games; a line with fewer is not filled yet, whatever its feed says. */
const LEAST_GAMES = 4_000
const BARE = `require('node:http').createServer((_, r) => r.end('{}')).listen(Number(process.env.PORT), '127.0.0.1')`

interface Book {
  ready: boolean
  counts: { backlog: number }
  book: { games: number; live: number; outcomes: number }
}

interface Run {
  child: ChildProcess
  exited: Promise<void>
  /** Milliseconds from the start of the process until the desk says so; the last answer. */
  reached(met: (now: Book) => boolean): Promise<{ ms: number; now: Book }>
}

async function started(args: readonly string[], path: string): Promise<Run> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, FEED: 'world', PORT: String(port), LOG_LEVEL: 'error', BEGUN: String(Date.now()) },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const exited = new Promise<void>((done) => void child.once('exit', () => done()))
  const look = async (): Promise<Book | null> => {
    try {
      return (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as Book
    } catch {
      return null
    }
  }
  return {
    child,
    exited,
    async reached(met) {
      for (;;) {
        const now = await look()
        const ms = performance.now() - begun
        if (now && met(now)) return { ms, now }
        if (child.exitCode !== null || ms > GIVE_UP_MS) throw new Error('the line does not stand')
        await pause(LOOK_EVERY_MS)
      }
    },
  }
}

const home = newHome('rebuild')
const server = [join(import.meta.dirname, 'feed-start.ts'), `--child=${home}`]
try {
  const bare = await started(['-e', BARE], '/')
  const { ms: bareMs } = await bare.reached(() => true)
  bare.child.kill('SIGKILL')
  let run = await started(server, '/dev/api/feed')
  let before = (await run.reached(({ ready, counts, book }) => ready && counts.backlog === 0 && book.games >= LEAST_GAMES)).now
  await pause(minutes * 60_000)
  const stands: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    run.child.kill('SIGKILL')
    await run.exited
    run = await started(server, '/dev/api/feed')
    const ready = await run.reached((now) => now.ready)
    const whole = await run.reached(({ book }) => book.games >= before.book.games * 0.98)
    const priced = await run.reached(({ ready: stood, counts, book }) => stood && counts.backlog === 0 && book.games >= LEAST_GAMES)
    before = priced.now
    stands.push(ready.ms)
    say(
      `     round ${round}: line stands after ${ready.ms.toFixed(0)} ms, every game in the book after ${whole.ms.toFixed(0)} ms, all priced after ${priced.ms.toFixed(0)} ms; ${before.book.games} games, ${before.book.live} live, ${before.book.outcomes} outcomes`,
    )
  }
  say(`     a bare node:http server answers after ${bareMs.toFixed(0)} ms`)
  tellMost('line rebuilt after a kill, from the start of the process', median(stands), 'ms', REBUILT_MS)
  tellLoad()
  run.child.kill('SIGTERM')
  await run.exited
} finally {
  rmSync(home, { recursive: true, force: true })
}
