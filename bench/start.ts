/**
 * The second `./polosa start` of a machine: seconds until /healthz and the line page answer 200, minus what a bare
 * node:http server takes. A first start in a folder of the bench's own makes the database and builds the site.
 * Goal G12: at most 3 s after a bare Node would answer. (performance §7)
 *
 *   node bench/start.ts [--rounds=3] [--quick]
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { median, option, quick, say, tellLoad, tellMost } from './support/figures.ts'
import { newHome, root, startProgram } from './support/product.ts'

const rounds = option('rounds', 3, 1)
const FIRST_MS = 240_000
const SECOND_MS = 60_000
const BARE = "require('node:http').createServer((q, a) => a.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')"

interface Started {
  healthMs: number
  lineMs: number
}

/** Starts, asks until both addresses answer, stops by SIGTERM and waits for the end. */
async function start(
  command: string,
  args: string[],
  env: Record<string, string>,
  addresses: [string, string],
  longestMs: number,
): Promise<Started> {
  const begun = performance.now()
  const program = await startProgram(command, args, env)
  const answeredAt: number[] = []
  for (const address of addresses) {
    await program.answers(address, longestMs)
    answeredAt.push(performance.now() - begun)
  }
  await program.stop()
  return { healthMs: answeredAt[0]!, lineMs: answeredAt[1]! }
}

const home = newHome('start')
const env = { POLOSA_HOME: home, LOG_LEVEL: 'error', FEED: 'world' }
try {
  const product = (longestMs: number) => start(join(root, 'polosa'), ['start'], env, ['/healthz', '/ru/line'], longestMs)
  const first = await product(FIRST_MS)
  say(`     first start with this database${quick ? '' : ', build when the sources changed'}: ${(first.lineMs / 1000).toFixed(1)} s`)
  const [ours, bare]: [Started[], Started[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    bare.push(await start(process.execPath, ['-e', BARE], {}, ['/', '/'], SECOND_MS))
    ours.push(await product(SECOND_MS))
    say(
      `     round ${round}: bare ${bare.at(-1)!.healthMs.toFixed(0)} ms, product /healthz ${ours.at(-1)!.healthMs.toFixed(0)} ms, /ru/line ${ours.at(-1)!.lineMs.toFixed(0)} ms`,
    )
  }
  const bareMs = median(bare.map(({ healthMs }) => healthMs))
  tellMost('start: /healthz after a bare Node', median(ours.map(({ healthMs }) => healthMs)) - bareMs, 'ms', 3_000)
  tellMost('start: /ru/line after a bare Node', median(ours.map(({ lineMs }) => lineMs)) - bareMs, 'ms', 3_000)
  tellLoad()
} finally {
  rmSync(home, { recursive: true, force: true })
}
