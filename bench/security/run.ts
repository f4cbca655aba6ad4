/**
 * Attackers' tools against a running server of ours (standards §8, attack order 5): sqlmap, wapiti and ffuf as Debian
 * packages them. Not a part of the tests: it takes minutes and writes into the server that it attacks.
 *
 *     ./polosa start &
 *     node bench/security/run.ts [--url=http://localhost:3000] [--install] [--tools=ffuf,wapiti,sqlmap] [--minutes=5] [--from=N]
 *
 * Ends with 1 when a tool finds something of medium weight or above. A tool that is not there is said to be missing and is
 * no success. Only a loopback address is attacked. `--minutes` bounds each tool; what was reached is printed, and sqlmap
 * goes on from there with `--from`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFfuf } from './ffuf.ts'
import { runSqlmap } from './sqlmap.ts'
import { runWapiti } from './wapiti.ts'
import { inventoryOf, tokenOf, type Attack, type Report } from './target.ts'

const option = (name: string, usual: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual
const url = new URL(option('url', 'http://localhost:3000'))
if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) throw new Error('only a server on this machine is attacked')
const wanted = option('tools', 'ffuf,wapiti,sqlmap').split(',')
const minutes = Number(option('minutes', '5'))

const isThere = (program: string) => spawnSync('which', [program]).status === 0

function install(programs: readonly string[]): void {
  if (process.getuid?.() !== 0) {
    process.stdout.write('not root: nothing is installed\n')
    return
  }
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...programs], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

const TOOLS: Record<string, (attack: Attack) => Report | Promise<Report>> = { ffuf: runFfuf, wapiti: runWapiti, sqlmap: runSqlmap }
const unknown = wanted.find((name) => !TOOLS[name])
if (unknown) throw new Error(`no tool ${unknown}; there are: ${Object.keys(TOOLS).join(', ')}`)

const missing = wanted.filter((name) => !isThere(name))
if (missing.length > 0 && process.argv.includes('--install')) install(missing)

const attack: Attack = {
  url: url.origin,
  calls: await inventoryOf(url.origin),
  token: await tokenOf(url.origin),
  hasPages: (await fetch(`${url.origin}/en/`)).ok,
  dir: mkdtempSync(join(tmpdir(), 'polosa-attack-')),
  minutes,
  from: Number(option('from', '0')),
}
process.stdout.write(`${attack.calls.length} calls at ${attack.url}; reports in ${attack.dir}\n`)
let bad = 0
for (const name of wanted) {
  if (!isThere(name)) {
    process.stdout.write(`${name}: not installed on this machine, NOT RUN\n`)
    bad += 1
    continue
  }
  const began = performance.now()
  const { findings, reached } = await TOOLS[name]!(attack)
  bad += findings.length
  process.stdout.write(
    `${name}: ${reached}; ${findings.length} findings of medium or above, ${Math.round((performance.now() - began) / 1000)} s\n`,
  )
  for (const finding of findings) process.stdout.write(`  ${finding}\n`)
}
process.exit(bad > 0 ? 1 : 0)
