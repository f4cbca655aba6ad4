/** Requests at a fixed rate from a process of its own, whether or not earlier ones are answered: what many visitors do. */
import { Agent, request } from 'node:http'
import { Random } from '#lib/random.ts'
import { answer } from './child.ts'

export interface OpenLoad {
  answers: number
  /** Answers that are not 200, and requests that had none; the first of them as text. */
  errors: number
  firstError: string
  /** Time from the moment in which a request was due, ms, by call: a queue is part of it. */
  byCall: Record<string, number[]>
  /** How late this process itself sent, ms: part of the times above. */
  lags: number[]
}

interface Question {
  port: number
  /** Name of a call → addresses that are asked for one after the other. */
  calls: Record<string, string[]>
  perSecond: number
  seconds: number
}

/**
 * The calls in random order, each as often as the others, its addresses one after the other. In a fixed order every call would
 * come at a moment of its own between two steps of the feed, and one of them always with the step.
 */
function* mixed(calls: Record<string, string[]>): Generator<[name: string, path: string], never> {
  const random = new Random('open-load')
  const names = Object.keys(calls)
  for (let lap = 0; ; lap += 1) {
    for (const name of random.shuffle(names)) yield [name, calls[name]![lap % calls[name]!.length]!]
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

function ask(port: number, path: string): Promise<string> {
  return new Promise((done) => {
    const sent = request(
      { port, path, host: '127.0.0.1', agent, headers: { host: 'localhost', 'accept-encoding': 'gzip' } },
      (response) => {
        response.on('data', () => {})
        response.on('end', () => done(response.statusCode === 200 ? '' : `${response.statusCode} ${path}`))
      },
    )
    sent.on('error', (error) => done(`${error.message} ${path}`))
    sent.end()
  })
}

answer({
  load: async ({ port, calls, perSecond, seconds }: Question): Promise<OpenLoad> => {
    const byCall = Object.fromEntries(Object.keys(calls).map((name) => [name, [] as number[]]))
    const load: OpenLoad = { answers: 0, errors: 0, firstError: '', byCall, lags: [] }
    const mix = mixed(calls)
    const begun = performance.now()
    const waiting: Promise<void>[] = []
    const total = perSecond * seconds
    for (let sent = 0; sent < total;) {
      // The first is due at once: one is due already when no interval has passed.
      const due = Math.min(total, 1 + Math.floor(((performance.now() - begun) * perSecond) / 1000))
      for (; sent < due; sent += 1) {
        const [name, path] = mix.next().value
        const dueAt = begun + (sent * 1000) / perSecond
        load.lags.push(performance.now() - dueAt)
        waiting.push(
          ask(port, path).then((error) => {
            load.answers += 1
            load.byCall[name]!.push(performance.now() - dueAt)
            if (error) {
              load.errors += 1
              load.firstError ||= error
            }
          }),
        )
      }
      await new Promise((done) => setTimeout(done, 1))
    }
    await Promise.all(waiting)
    return load
  },
})
