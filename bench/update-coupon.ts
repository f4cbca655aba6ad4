/**
 * UpdateCoupon at 1,000 a second through the whole stack: Fastify, token of the database, body checked, prices of the
 * book, limits of every kind, additions, texts. Limit: 99 of 100 coupons of a 20-leg system (184,756 variants) are
 * answered within 5 ms. The same for other kinds of many legs; beside them a bare single, so that a busy machine can be
 * told from a slow coupon, and the same bodies on a bare node:http server with a fixed answer, which is what the machine
 * and the players' process allow. (issue 4 §6)
 *
 *   node bench/update-coupon.ts [--rounds=3] [--seconds=8] [--rate=1000] [--quick]
 */
import { join, resolve } from 'node:path'
import { benchDatabase, fillAccounts } from './bets-setup.ts'
import { signIn } from './bets-http-setup.ts'
import type { CouponRound } from './update-coupon-clients.ts'
import { PRODUCT_FLAGS, startChild } from './support/child.ts'
import { cpuMsOf } from './support/cpu.ts'
import { median, option, percentile, say, tellLoad, tellMost } from './support/figures.ts'
import { startProgram } from './support/product.ts'

const P99_MS = 5
const rounds = option('rounds', 3, 2)
const seconds = option('seconds', 8, 4)
const perSecond = option('rate', 1_000)
const here = resolve(import.meta.dirname)
/** As long as the answer about a system of 20 legs. */
const BARE =
  "const b=JSON.stringify({Success:true,x:'x'.repeat(9000)});require('node:http').createServer((q,a)=>q.resume().on('end',()=>a.end(b))).listen(Number(process.env.PORT),'127.0.0.1')"
const KINDS = [
  { name: 'single', vid: 0, legs: 1, more: {} },
  { name: 'system of 20 legs, 10 of 20', vid: 2, legs: 20, more: { expressNum: 10, CalcSystemsMin: true } },
  {
    name: 'multi-bet of 20 legs with lobby',
    vid: 4,
    legs: 20,
    more: { expressNum: 9, WithLobby: true, EventsIndexes: Array.from({ length: 20 }, (_, i) => [i]) },
  },
  {
    name: 'conditional of 12 legs',
    vid: 5,
    legs: 12,
    more: { EventsIndexes: Array.from({ length: 12 }, (_, i) => [i]), GroupsSumms: Array.from({ length: 12 }, (_, i) => (i ? -1 : 100)) },
  },
  { name: 'express of 50 legs', vid: 1, legs: 50, more: {} },
] as const

const { db, url, stop } = await benchDatabase('bench_update_coupon', 4)
await fillAccounts(db)
await signIn(db)
const server = startChild(join(here, 'bets-http-server.ts'), [url, '5000'], PRODUCT_FLAGS)
const { port } = await server.ask<{ port: number }>({ ask: 'port' })
const clients = startChild(join(here, 'update-coupon-clients.ts'), [])
const bare = await startProgram(process.execPath, ['-e', BARE], {})
const load = (kind: (typeof KINDS)[number], forSeconds: number, to = port) =>
  clients.ask<CouponRound>({ ask: 'round', port: to, perSecond, seconds: forSeconds, vid: kind.vid, legs: kind.legs, more: kind.more })

for (const kind of KINDS) await load(kind, 3)
const SYSTEM = KINDS[1]
const seen = new Map<string, number[]>(KINDS.map((kind) => [kind.name, []]))
for (let i = 1; i <= rounds; i += 1) {
  const floor = await load(SYSTEM, seconds, bare.port)
  say(`round ${i}: bare node:http: p99 ${percentile(floor.latencies, 0.99).toFixed(2)} ms`)
  for (const kind of KINDS) {
    const before = cpuMsOf(server.pid)
    const { latencies, lags, errors, wrong } = await load(kind, seconds)
    const cpuMs = (cpuMsOf(server.pid) - before) / latencies.length
    if (errors > 0) throw new Error(`${errors} coupons of ${kind.name} were not priced: ${wrong.slice(0, 600)}`)
    seen.get(kind.name)!.push(percentile(latencies, 0.99))
    say(
      `round ${i}: ${kind.name}: p50 ${percentile(latencies, 0.5).toFixed(2)} ms, p99 ${percentile(latencies, 0.99).toFixed(2)} ms, ${latencies.length} coupons, sent late by itself p99 ${percentile(lags, 0.99).toFixed(2)}, server ${cpuMs.toFixed(2)} ms of CPU each`,
    )
  }
  tellLoad()
}
for (const [name, p99s] of seen) {
  if (name === SYSTEM.name) tellMost(`p99 of UpdateCoupon, ${name}, ${perSecond}/s`, median(p99s), 'ms', P99_MS)
  else say(`     p99 of UpdateCoupon, ${name}: ${median(p99s).toFixed(2)} ms`)
}
await server.ask({ ask: 'stop' })
await clients.stop()
await bare.stop()
await stop()
process.exit(process.exitCode ?? 0)
