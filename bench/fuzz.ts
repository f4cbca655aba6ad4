/**
 * The property test of every contract, long: 10,000 cases a route by default (`--cases=N`; `--quick` 200). Ends with 1
 * when a route answers 5xx once (standards WEB-03). The same test with a few cases is part of `./polosa test`.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const given = process.argv.find((arg) => arg.startsWith('--cases='))?.slice('--cases='.length)
const cases = given ? Number(given) : process.argv.includes('--quick') ? 200 : 10_000
if (!Number.isInteger(cases) || cases < 1) throw new Error('--cases must be a whole number above 0')

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
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ_RUNS: String(cases), SEED: process.env['SEED'] ?? 'random' } },
)
const seconds = Math.round((performance.now() - began) / 1000)
process.stdout.write(`fuzz: ${cases} cases a route, ${seconds} s: ${status === 0 ? 'no 5xx, ok' : 'MISS'}\n`)
process.exit(status === 0 ? 0 : 1)
