/**
 * The property test of every contract, long: 10,000 cases a route by default (`--cases=N`; `--quick` 200), of the routes
 * from `--from=N` up to `--to=N` in the order of registration. Ends with 1 when a route answers 5xx once (standards
 * WEB-03). The same test with a few cases is part of `./polosa test`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { refuseOption } from './support/figures.ts'

const root = resolve(import.meta.dirname, '..')
const whole = (name: string, least: number, usual: number) => {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  if (given === undefined) return usual
  const isWhole = /^\d+$/.test(given) && Number(given) >= least
  return isWhole ? Number(given) : refuseOption(name, `a whole number of at least ${least}`, given)
}
const cases = whole('cases', 1, process.argv.includes('--quick') ? 200 : 10_000)
const [from, to] = [whole('from', 0, 0), whole('to', 1, 100_000)]

const report = join(mkdtempSync(join(tmpdir(), 'polosa-fuzz-')), 'answers.json')
process.stdout.write(`what is answered: ${report}, what is wrong at once: ${report}.wrong\n`)
const began = performance.now()
const { status } = spawnSync(
  process.execPath,
  [
    resolve(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'test/contract/every-endpoint.test.ts',
    '-t',
    'no endpoint answers 5xx',
    '--reporter=dot',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_RUNS: String(cases),
      FUZZ_FROM: String(from),
      FUZZ_TO: String(to),
      FUZZ_REPORT: report,
      SEED: process.env['SEED'] ?? 'random',
    },
  },
)
const seconds = Math.round((performance.now() - began) / 1000)
tellReach(JSON.parse(readFileSync(report, 'utf8')) as Record<string, Record<string, number>>)
process.stdout.write(`fuzz: ${cases} cases a route, ${seconds} s: ${status === 0 ? 'no 5xx, ok' : 'MISS'}\n`)
process.exit(status === 0 ? 0 : 1)

/** How far in the cases came: a route that refuses all of them at its door has proved little. */
function tellReach(answered: Record<string, Record<string, number>>): void {
  const routes = Object.entries(answered)
  const total: Record<string, number> = {}
  for (const [, counts] of routes) for (const [of, count] of Object.entries(counts)) total[of] = (total[of] ?? 0) + count
  const never = routes.filter(([, counts]) => !Object.keys(counts).some((of) => of < '400'))
  const tooOften = routes.filter(([, counts]) => counts['429'])
  process.stdout.write(`answers of ${routes.length} routes: ${JSON.stringify(total)}\n`)
  process.stdout.write(`never served (${never.length}): ${never.map(([name]) => name).join(', ')}\n`)
  process.stdout.write(
    `refused for coming too often (${tooOften.length}): ${tooOften.map(([name, counts]) => `${name} ${counts['429']}`).join(', ')}\n`,
  )
}
