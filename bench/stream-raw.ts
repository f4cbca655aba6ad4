/**
 * One topic, everybody listens, one update a turn: each delivery is one write of 300 bytes. Beside it the same writes
 * to bare TCP sockets. Deliveries per second of the server's CPU, and memory per further connection.
 * Goal G7: at least 0.9 of raw, at most 10 kB a connection. (performance §4)
 *
 *   node bench/stream-raw.ts [--rounds=3] [--seconds=5] [--connections=10000] [--quick]
 */
import { join } from 'node:path'
import { startChild, type Child } from './support/child.ts'
import { median, option, pause, quick, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'
import type { Received } from './support/stream-clients.ts'
import type { Usage } from './support/stream-server.ts'

const rounds = option('rounds', 3)
const seconds = option('seconds', 5, 2)
/** One size alone when it is named. */
const only = option('connections', 0)
const sizes = only > 0 ? [only] : quick ? [1_000] : [1_000, 5_000, 10_000]
const UPDATES_PER_SECOND = 4
const STAND_MS = 30_000
/** Connections that stand before memory is looked at. */
const FIRST = 500
const support = join(import.meta.dirname, 'support')

interface Pair {
  server: Child
  clients: Child
  kBytesEach: number
}

async function open(role: 'product' | 'raw', count: number): Promise<Pair> {
  const server = startChild(join(support, 'stream-server.ts'), [role], ['--expose-gc'])
  const port = await server.ask<number>({ ask: 'port' })
  const clients = startChild(join(support, 'stream-clients.ts'), [role, String(port)])
  // A server that has just started grows by what it has not yet run, not by its connections: the first ones pay for that.
  await clients.ask({ ask: 'open', count: FIRST, topics: 1, each: 1 })
  await connected(server, FIRST)
  const few = await server.ask<Usage>({ ask: 'usage' })
  await clients.ask({ ask: 'open', count, topics: 1, each: 1 })
  await connected(server, FIRST + count)
  const full = await server.ask<Usage>({ ask: 'usage' })
  return { server, clients, kBytesEach: (full.rss - few.rss) / 1024 / count }
}

async function connected(server: Child, count: number): Promise<void> {
  for (const from = performance.now(); ; await pause(100)) {
    const { connections } = await server.ask<Usage>({ ask: 'usage' })
    if (connections === count) break
    if (performance.now() - from > STAND_MS) throw new Error(`${connections} of ${count} connections stand`)
  }
  await pause(500)
  await server.ask({ ask: 'collect' })
}

/** Deliveries per second of CPU over one stretch. */
async function stretch({ server, clients }: Pair): Promise<number> {
  await server.ask({ ask: 'pace', topics: 1, updatesPerSecond: UPDATES_PER_SECOND })
  await pause(600)
  const [before, had] = [await server.ask<Usage>({ ask: 'usage' }), await clients.ask<Received>({ ask: 'received' })]
  await pause(seconds * 1000)
  const [after, has] = [await server.ask<Usage>({ ask: 'usage' }), await clients.ask<Received>({ ask: 'received' })]
  await server.ask({ ask: 'pace', topics: 1, updatesPerSecond: 0 })
  await pause(400)
  return (has.deltas - had.deltas) / (after.cpu - before.cpu)
}

for (const count of sizes) {
  const raw = await open('raw', count)
  const product = await open('product', count)
  const rates: Record<'raw' | 'product', number[]> = { raw: [], product: [] }
  for (let round = 1; round <= rounds; round += 1) {
    rates.raw.push(await stretch(raw))
    rates.product.push(await stretch(product))
    say(
      `     round ${round}, ${count} connections: raw ${Math.round(rates.raw.at(-1)!)}, product ${Math.round(rates.product.at(-1)!)} deliveries per CPU second`,
    )
  }
  tellRatio({
    name: `stream-raw ${count}`,
    product: median(rates.product),
    limit: median(rates.raw),
    unit: 'deliveries/CPU s',
    atLeast: 0.9,
  })
  tellMost(`stream-raw ${count} memory`, product.kBytesEach, 'kB a connection', 10)
  say(`     raw sockets take ${raw.kBytesEach.toFixed(1)} kB a connection`)
  for (const { server, clients } of [raw, product]) {
    await clients.stop()
    await server.stop()
  }
}
tellLoad()
