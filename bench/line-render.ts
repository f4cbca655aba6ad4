/**
 * The line page over a list of 300 games, rendered anew each time: the whole way of a request that no cache knows
 * (context, loaders, in-process calls, router, React), beside React's bare stream of the very same tree with its data
 * at hand. Both in one process, in turn, by the thread's own CPU time. Goal: at least 0.8 of React alone.
 *
 *   node bench/line-render.ts [--rounds=5] [--count=60] [--path=/ru/line] [--quick]
 */
import { join } from 'node:path'
import { buildSite } from '../tools/build.ts'
import { startChild } from './support/child.ts'
import { median, option, say, tellLoad, tellRatio } from './support/figures.ts'

const rounds = option('rounds', 5)
const count = option('count', 60, 20)
const path = process.argv.find((word) => word.startsWith('--path='))?.slice('--path='.length) ?? '/ru/line'

if (!process.argv.includes('--built')) await buildSite(say)
const site = startChild(join(import.meta.dirname, 'support/site-server.ts'), ['product', 'spied'])
const port = await site.ask<number>({ ask: 'port' })
let asked = 0
let html = ''

/** Pages of each side before anything counts: a server that runs for a minute has compiled what it does. */
const WARM = 200

/** Milliseconds of the server's CPU for a page: no address is asked twice, so no cache knows it. */
async function pages(count: number): Promise<number> {
  const before = await site.ask<number>({ ask: 'cpu' })
  for (let n = 0; n < count; n += 1) {
    const response = await fetch(`http://127.0.0.1:${port}${path}?n=${(asked += 1)}`, { headers: { 'accept-encoding': 'identity' } })
    html = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  }
  return (((await site.ask<number>({ ask: 'cpu' })) - before) * 1000) / count
}

await pages(WARM)
await site.ask({ ask: 'again', count: WARM })
const [ours, react]: [number[], number[]] = [[], []]
for (let round = 1; round <= rounds; round += 1) {
  ours.push(await pages(count))
  react.push(await site.ask<number>({ ask: 'again', count }))
  say(
    `     round ${round}: page ${ours.at(-1)!.toFixed(1)} ms, React alone ${react.at(-1)!.toFixed(1)} ms, ${html.split('role="row"').length - 1} rows of 300 in the page, ${Math.round(html.length / 1000)} kB`,
  )
}
tellRatio({
  name: `line-render ${path}`,
  product: 1000 / median(ours),
  limit: 1000 / median(react),
  unit: 'pages/CPU s',
  atLeast: 0.8,
})
tellLoad()
await site.stop()
