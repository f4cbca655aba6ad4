/**
 * What waits for push services, in a row for each of them: one that is slow or dead holds up only its own, and only for as
 * long as a message is worth anything.
 */
import { SECOND, type Clock } from '#lib/time.ts'
import { counter } from '#platform/server/metrics.ts'
import { TTL_SEC, type PushMessage, type SendPush } from './push.ts'
import type { PushEndpoint } from './store.ts'

export interface PushQueue {
  /** Nobody waits for it. The words are made when their turn comes. */
  add(to: PushEndpoint, message: () => PushMessage): void
  /** Resolves when nothing waits and nothing is being sent: for tests, and for the stop. */
  idle(): Promise<void>
  /** Goes on sending for some seconds; what is left then is dropped, and nothing more is taken. */
  stop(): Promise<void>
}

export interface PushQueueDeps {
  clock: Clock
  send: SendPush
  /** Of a browser that has withdrawn. */
  forget(endpoint: string): Promise<unknown>
  log: { warn(details: object, message: string): void }
  /** For tests. */
  mostWaiting?: number
  stopMs?: number
}

/** To one service, as many as it has connections (`push.ts`). */
const AT_ONCE = 10
/** To all: browsers name their services themselves, and could name very many. */
const AT_ONCE_IN_ALL = 100
/** For one service: ten at once send about so many in the time that a message is kept for. */
const MOST_WAITING = 50_000
const STOP_MS = 5 * SECOND

const dropped = counter('push_dropped_total', 'Web push messages that were given up before they were sent', ['why'])

interface Waiting {
  to: PushEndpoint
  message: () => PushMessage
  since: number
  isSecondTry: boolean
}

interface Row {
  waiting: Waiting[]
  running: number
}

export function createPushQueue({ clock, send, forget, log, ...bounds }: PushQueueDeps): PushQueue {
  const { mostWaiting = MOST_WAITING, stopMs = STOP_MS } = bounds
  const rows = new Map<string, Row>()
  const idlers: (() => void)[] = []
  let [running, isStopped] = [0, false]

  function put(host: string, one: Waiting): void {
    const row = rows.get(host) ?? { waiting: [], running: 0 }
    rows.set(host, row)
    if (isStopped) dropped.inc({ why: 'stopped' })
    else if (row.waiting.length >= mostWaiting) dropped.inc({ why: 'full' })
    else row.waiting.push(one)
  }

  /** A service that has had its turn goes behind the others, so that of many none is left out. */
  function pump(): void {
    for (const [host, row] of rows) {
      if (running >= AT_ONCE_IN_ALL) return
      const one = row.running < AT_ONCE ? row.waiting.shift() : undefined
      if (one) {
        rows.delete(host)
        rows.set(host, row)
        start(host, row, one)
      } else if (row.running === 0) rows.delete(host)
    }
    if (running === 0) for (const idle of idlers.splice(0)) idle()
  }

  function start(host: string, row: Row, one: Waiting): void {
    if (clock.now() - one.since > TTL_SEC * SECOND) return dropped.inc({ why: 'late' })
    running += 1
    row.running += 1
    void sendOne(host, one)
      .catch((error: unknown) => log.warn({ err: error }, 'web push failed'))
      .finally(() => {
        running -= 1
        row.running -= 1
        pump()
      })
  }

  /** What a service could not take now is tried once more, behind what waits. */
  async function sendOne(host: string, one: Waiting): Promise<void> {
    const end = await send(one.to, one.message())
    if (end === 'gone') await forget(one.to.endpoint)
    else if (end === 'later' && !one.isSecondTry) put(host, { ...one, isSecondTry: true })
  }

  const idle = () => (rows.size === 0 ? Promise.resolve() : new Promise<void>((done) => void idlers.push(done)))

  return {
    add(to, message) {
      put(URL.parse(to.endpoint)?.host ?? '', { to, message, since: clock.now(), isSecondTry: false })
      pump()
    },
    idle,
    async stop() {
      let timer: NodeJS.Timeout | undefined
      await Promise.race([idle(), new Promise((done) => (timer = setTimeout(done, stopMs)))])
      clearTimeout(timer)
      isStopped = true
      for (const row of rows.values()) dropped.inc({ why: 'stopped' }, row.waiting.splice(0).length)
    },
  }
}
