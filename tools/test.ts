/** `./polosa test`: everything. It ends with what was skipped and one line of totals. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findDataPack } from '#platform/server/env.ts'
import { buildSite } from './build.ts'
import { CHECKS_REPORT, checkSteps } from './check.ts'
import { findOrInstallShell } from './chromium.ts'
import { findOrInstallNats } from './nats.ts'
import { exec, root, runSteps, type Step } from './steps.ts'
import { stopTestServer } from '../test/support/postgres.ts'

const UNIT_REPORT = join(root, '.cache/unit-report.json')
const NODES_REPORT = join(root, '.cache/nodes-report.json')
const E2E_REPORT = join(root, '.cache/e2e-report.json')

export async function test(_args: string[]): Promise<number> {
  const required = process.env['POLOSA_DATA_REQUIRED'] === '1'
  const pack = findDataPack(process.env['POLOSA_DATA'])
  if (required && !pack) {
    process.stdout.write('the data pack is required (POLOSA_DATA_REQUIRED=1) and absent\n')
    return 1
  }
  // Hundreds of processes read the same modules: each is compiled once.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache/compiled')
  for (const report of [CHECKS_REPORT, UNIT_REPORT, NODES_REPORT, E2E_REPORT]) rmSync(report, { force: true })
  const chromium = findOrInstallShell()
  if (chromium) process.env['CHROMIUM'] = chromium
  const steps: (Step | Step[])[] = [
    ...checkSteps(),
    {
      name: 'build',
      run: async () => {
        await buildSite((message) => process.stdout.write(`${message}\n`))
        return 0
      },
    },
    {
      name: 'unit and database',
      run: () =>
        exec(
          'vitest',
          [
            'run',
            '--project=rules',
            '--project=servers',
            '--project=screens',
            '--project=whole',
            '--project=alone',
            '--project=replaced',
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${UNIT_REPORT}`,
          ],
          pack ? { POLOSA_DATA: pack } : {},
        ),
    },
    { name: 'several processes and faults', run: nodesTests },
    { name: 'browser', run: () => browserTests(chromium) },
  ]
  const code = await runSteps(steps)
  await stopTestServer()
  summary(pack !== null)
  return code
}

/** Five servers at once, and beside them the faults that mostly wait. */
async function nodesTests(): Promise<number> {
  const nats = findOrInstallNats()
  const args = ['run', '--project=processes', '--reporter=default', '--reporter=json', `--outputFile.json=${NODES_REPORT}`]
  return exec('vitest', args, nats ? { NATS_SERVER: nats } : {})
}

async function browserTests(chromium: string | null): Promise<number> {
  if (!chromium) {
    process.stdout.write('browser tests skipped: no Chromium here (set CHROMIUM)\n')
    return 0
  }
  return exec('playwright', ['test'])
}

interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

function summary(hasPack: boolean): void {
  const units = [CHECKS_REPORT, UNIT_REPORT, NODES_REPORT].flatMap((file) => (read(file) as UnitReport | null) ?? [])
  const sum = (count: keyof UnitReport) => units.reduce((total, report) => total + report[count], 0)
  const e2e = (read(E2E_REPORT) as { stats: { expected: number; unexpected: number; skipped: number; flaky: number } } | null)?.stats
  const passed = sum('numPassedTests') + (e2e?.expected ?? 0) + (e2e?.flaky ?? 0)
  const failed = sum('numFailedTests') + (e2e?.unexpected ?? 0)
  const skipped = sum('numPendingTests') + (e2e?.skipped ?? 0)
  if (!hasPack) process.stdout.write(`data pack absent: ${sum('numPendingTests')} tests skipped (POLOSA_DATA)\n`)
  if (e2e?.flaky) process.stdout.write(`${e2e.flaky} browser tests passed only the second time\n`)
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
