/** Processes of a bench: started with a channel, asked by messages, ended with the bench however it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import './ending.ts'

/** Longer than the longest form of a bench. */
const MAX_LIFE_MS = 60 * 60_000
const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

export interface Child {
  pid: number
  /** Sends a question and waits for its answer; one question at a time. */
  ask<T>(question: object): Promise<T>
  stop(): Promise<void>
}

/** As the launcher starts the product (./polosa). */
export const PRODUCT_FLAGS: readonly string[] = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--heap-growing-percent=70',
  '--no-incremental-marking-task',
  '--external-memory-accounted-in-global-limit',
]

/** Runs `file words…` under this Node. The child answers each message by one message. */
export function startChild(file: string, words: readonly string[], nodeFlags: readonly string[] = []): Child {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeFlags, file, ...words], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  alive.add(child)
  const life = setTimeout(() => child.kill('SIGKILL'), MAX_LIFE_MS)
  life.unref()
  const gone = new Promise<never>((_, fail) => child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`))))
  gone.catch(() => alive.delete(child))
  return {
    pid: child.pid!,
    ask: <T>(question: object) => {
      const answered = new Promise<T>((done) => void child.once('message', (reply) => done(reply as T)))
      child.send(question)
      return Promise.race([gone, answered])
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = gone.catch(() => {})
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The child's side: answers every question, in order. */
export function answer(questions: Record<string, (question: never) => unknown>): void {
  process.on('message', (question: { ask: string }) => {
    void Promise.resolve(questions[question.ask]!(question as never)).then((reply) => process.send!(reply ?? {}))
  })
  process.on('disconnect', () => process.exit(0))
}
