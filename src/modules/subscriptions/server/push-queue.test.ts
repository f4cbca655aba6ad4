import { expect, test, vi } from 'vitest'
import { MINUTE } from '#lib/time.ts'
import { manualClock } from '#platform/server/clock.ts'
import { registry } from '#platform/server/metrics.ts'
import { createPushQueue, type PushQueueDeps } from './push-queue.ts'
import type { PushEnd, SendPush } from './push.ts'

const clock = manualClock(Date.UTC(2026, 10, 21))
const to = (host: string, n: number) => ({
  playerId: n,
  sessionId: null,
  language: 'en',
  endpoint: `https://${host}/send/${n}`,
  p256dh: '',
  auth: '',
})
const message = () => ({ title: 'a', text: 'b', url: '/', tag: 'c' })
const droppedFor = async (why: string): Promise<number> => {
  const { values } = (await registry.getSingleMetric('polosa_push_dropped_total')!.get()) as unknown as {
    values: { labels: { why: string }; value: number }[]
  }
  return values.find(({ labels }) => labels.why === why)?.value ?? 0
}

/** A service `dead` that does not answer until it is told to, and others that do. */
function queueOf(more: Partial<PushQueueDeps> = {}) {
  const sent: string[] = []
  const hanging: ((end: PushEnd) => void)[] = []
  const send: SendPush = async ({ endpoint }) => {
    if (endpoint.includes('dead')) return new Promise((done) => void hanging.push(done))
    sent.push(endpoint)
    return 'sent'
  }
  const queue = createPushQueue({ clock, send, forget: async () => {}, log: { warn: () => {} }, ...more })
  return { queue, sent, hanging }
}

test('a dead service holds up nobody else, however much waits for it, and has at most ten at once', async () => {
  const { queue, sent, hanging } = queueOf()
  for (let n = 0; n < 500; n += 1) queue.add(to('dead.example.com', n), message)
  for (let n = 0; n < 30; n += 1) queue.add(to('quick.example.com', n), message)
  await vi.waitFor(() => expect(sent).toHaveLength(30))
  expect(hanging).toHaveLength(10)
})

test('many dead services have a bound between them, and each of the others gets its turn', async () => {
  const { queue, sent, hanging } = queueOf()
  for (let n = 0; n < 400; n += 1) queue.add(to(`dead-${n % 40}.example.com`, n), message)
  expect(hanging).toHaveLength(100)
  queue.add(to('quick.example.com', 1), message)
  for (const done of hanging.splice(0)) done('sent')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
})

test('what cannot be sent while it is worth anything is dropped and counted, and so is what is too much', async () => {
  const { queue, hanging } = queueOf({ mostWaiting: 20 })
  const [late, full] = [await droppedFor('late'), await droppedFor('full')]
  for (let n = 0; n < 35; n += 1) queue.add(to('dead.example.com', n), message)
  expect((await droppedFor('full')) - full).toBe(5)
  clock.advance(11 * MINUTE)
  for (const done of hanging.splice(0)) done('sent')
  await queue.idle()
  expect([(await droppedFor('late')) - late, hanging.length]).toEqual([20, 0])
})

test('what a service could not take is tried once more; a browser that has withdrawn is forgotten', async () => {
  const forgotten: string[] = []
  const ends: PushEnd[] = ['later', 'later', 'gone']
  const send = vi.fn(async () => ends.shift() ?? ('sent' as const))
  const { queue } = queueOf({ send, forget: async (endpoint) => void forgotten.push(endpoint) })
  queue.add(to('push.example.com', 1), message)
  await queue.idle()
  expect(send).toHaveBeenCalledTimes(2)
  queue.add(to('push.example.com', 2), message)
  await queue.idle()
  expect(forgotten).toEqual(['https://push.example.com/send/2'])
})

test('the stop waits for what runs, not for ever, and drops the rest', async () => {
  const { queue, sent, hanging } = queueOf({ stopMs: 60_000 })
  queue.add(to('dead.example.com', 1), message)
  const stopped = vi.fn()
  const stop = queue.stop().then(stopped)
  await new Promise(setImmediate)
  expect(stopped).not.toHaveBeenCalled()
  hanging[0]!('sent')
  await stop
  queue.add(to('quick.example.com', 1), message)
  expect(sent).toEqual([])

  const other = queueOf({ stopMs: 30 })
  const before = await droppedFor('stopped')
  for (let n = 0; n < 12; n += 1) other.queue.add(to('dead.example.com', n), message)
  await other.queue.stop()
  expect((await droppedFor('stopped')) - before).toBe(2)
})
