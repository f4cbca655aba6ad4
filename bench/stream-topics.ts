/**
 * Ten thousand clients, each listening to 20 of 500 topics that change 1,000 times a second together: what the
 * product delivers per second of its CPU, beside bare TCP with one write per delta in alternating stretches. Then
 * the same with a hundred clients that stop reading. Goal G8: at least 3 times raw, loop lag at most 50 ms,
 * staleness at most 1.2 turns, memory bounded and nobody slower for the stalled. (performance §4)
 *
 *   node bench/stream-topics.ts [--rounds=3] [--seconds=6] [--clients=10000] [--quick]
 */
import { join } from 'node:path'
import { startChild, type Child } from './support/child.ts'
import { median, option, pause, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'
import type { Received } from './support/stream-clients.ts'
import type { Usage } from './support/stream-server.ts'

const rounds = option('rounds', 3)
const seconds = option('seconds', 6, 3)
const count = option('clients', 10_000, 2_000)
const TOPICS = 500
const EACH = 20
const UPDATES_PER_SECOND = 1_000
const TURN_MS = 250
const STALLED = 100
/** Stalled clients also listen to one large topic, so that the system's buffers fill soon. */
const BIG_BYTES = 100_000
/** 64 kB is where a connection begins to skip its turns; the frames of one turn come on top. */
const STALLED_BYTES = 64 * 1024 + BIG_BYTES + EACH * 320
const FILL_MS = 45_000
const LET_GO_MS = 25_000
const support = join(import.meta.dirname, 'support')

interface Pair {
  server: Child
  clients: Child
}

interface Stretch {
  perCpu: number
  perSecond: number
  cpuShare: number
  lagMs: number
  ownLagMs: number
  staleP99Ms: number
}

async function open(role: 'product' | 'raw', clients: number): Promise<Pair> {
  const server = startChild(join(support, 'stream-server.ts'), [role], ['--expose-gc'])
  const port = await server.ask<number>({ ask: 'port' })
  const receiver = startChild(join(support, 'stream-clients.ts'), [role, String(port)])
  await receiver.ask({ ask: 'open', count: clients, topics: TOPICS, each: EACH })
  await server.ask({ ask: 'watchLag' })
  return { server, clients: receiver }
}

async function stretch({ server, clients }: Pair, topics: number, updatesPerSecond: number): Promise<Stretch> {
  await server.ask({ ask: 'pace', topics, updatesPerSecond })
  await pause(1_500)
  const begun = performance.now()
  const [before, had] = [await server.ask<Usage>({ ask: 'usage' }), await clients.ask<Received>({ ask: 'received' })]
  await pause(seconds * 1000)
  const [after, has] = [await server.ask<Usage>({ ask: 'usage' }), await clients.ask<Received>({ ask: 'received' })]
  const passed = (performance.now() - begun) / 1000
  await server.ask({ ask: 'pace', topics, updatesPerSecond: 0 })
  await pause(600)
  const [deltas, cpu] = [has.deltas - had.deltas, after.cpu - before.cpu]
  return {
    perCpu: deltas / cpu,
    perSecond: deltas / passed,
    cpuShare: cpu / passed,
    lagMs: after.lagMs,
    ownLagMs: after.ownLagMs,
    staleP99Ms: has.staleP99Ms,
  }
}

function tell(name: string, one: Stretch): void {
  say(
    `     ${name}: ${Math.round(one.perCpu)} deltas per CPU second, ${Math.round(one.perSecond)} a second with ${(one.cpuShare * 100).toFixed(0)} % of a core, ` +
      `loop lag ${one.lagMs.toFixed(0)} ms (own work ${one.ownLagMs.toFixed(0)} ms), staleness p99 ${one.staleP99Ms} ms`,
  )
}

const raw = await open('raw', count)
const product = await open('product', count)
const [limits, ours]: [Stretch[], Stretch[]] = [[], []]
for (let round = 1; round <= rounds; round += 1) {
  // Bare sockets get what everybody gets, six times a second: a rate they hold on a part of a core.
  limits.push(await stretch(raw, 1, 6))
  ours.push(await stretch(product, TOPICS, UPDATES_PER_SECOND))
  tell(`round ${round}, raw`, limits.at(-1)!)
  tell(`round ${round}, product`, ours.at(-1)!)
}
const middle = (list: Stretch[], key: keyof Stretch) => median(list.map((one) => one[key]))
tellRatio({
  name: `stream-topics ${count} clients`,
  product: middle(ours, 'perCpu'),
  limit: middle(limits, 'perCpu'),
  unit: 'deltas/CPU s',
  atLeast: 3,
})
tellMost('stream-topics loop lag, all causes', middle(ours, 'lagMs'), 'ms', 50)
tellMost('stream-topics loop lag, own work', middle(ours, 'ownLagMs'), 'ms', 50)
tellMost('stream-topics staleness p99', middle(ours, 'staleP99Ms'), 'ms', 1.2 * TURN_MS)

await raw.clients.stop()
await raw.server.stop()
await product.clients.ask({ ask: 'stall', count: STALLED, topics: TOPICS, each: EACH })
const before = await product.server.ask<Usage>({ ask: 'usage' })
await fillBuffers(product.server)
const stalled = await stretch(product, TOPICS, UPDATES_PER_SECOND)
tell(`with ${STALLED} stalled`, stalled)
const now = await product.server.ask<Usage>({ ask: 'usage' })
say(
  `     ${now.connections} connections, ${kiloBytes(now.buffered)} kB wait for them in the process, memory ${((now.rss - before.rss) / 2 ** 20).toFixed(0)} MB more`,
)
tellMost('stream-topics stalled, kB held for one', now.buffered / 1024 / STALLED, 'kB', STALLED_BYTES / 1024)
tellRatio({
  name: 'stream-topics beside stalled clients',
  product: stalled.perSecond,
  limit: middle(ours, 'perSecond'),
  unit: 'deltas/s',
  atLeast: 0.95,
})
tellMost('stream-topics staleness p99 beside stalled clients', stalled.staleP99Ms, 'ms', 1.2 * TURN_MS)
await letGo(product.server)
tellLoad()
await product.clients.stop()
await product.server.stop()

/** The system holds some megabytes for a socket before the process sees that nobody reads. */
async function fillBuffers(server: Child): Promise<void> {
  await server.ask({ ask: 'big', bytes: BIG_BYTES })
  await server.ask({ ask: 'pace', topics: TOPICS, updatesPerSecond: UPDATES_PER_SECOND })
  const begun = performance.now()
  let waiting = 0
  while (performance.now() - begun < FILL_MS && waiting < STALLED * 64 * 1024) {
    await pause(500)
    waiting = (await server.ask<Usage>({ ask: 'usage' })).buffered
  }
  say(
    `     the buffers of ${STALLED} stalled clients took ${((performance.now() - begun) / 1000).toFixed(0)} s to fill; ${kiloBytes(waiting)} kB wait in the process`,
  )
}

/** A client that takes nothing for 15 s is let go. */
async function letGo(server: Child): Promise<void> {
  const begun = performance.now()
  let left = STALLED
  while (left > 0 && performance.now() - begun < LET_GO_MS) {
    await pause(500)
    left = (await server.ask<Usage>({ ask: 'usage' })).connections - count
  }
  say(
    `${left > 0 ? 'MISS' : 'ok  '} stream-topics stalled clients are let go: ${left} of ${STALLED} left after ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  )
}

function kiloBytes(bytes: number): number {
  return Math.round(bytes / 1024)
}
