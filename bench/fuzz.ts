/**
 * The property test of every contract, long: 10,000 cases a route by default (`--cases=N`; `--quick` 200). Ends with 1
 * when a route answers 5xx once (standards WEB-03). The same test with a few cases is part of `./polosa test`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const given = process.argv.find((arg) => arg.startsWith('--cases='))?.slice('--cases='.length)
const cases = given ? Number(given) : process.argv.includes('--quick') ? 200 : 10_000
if (!Number.isInteger(cases) || cases < 1) throw new Error('--cases must be a whole number above 0')

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
    env: { ...process.env, FUZZ_RUNS: String(cases), FUZZ_REPORT: report, SEED: process.env['SEED'] ?? 'random' },
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
