/** The short form; `./polosa bench faults` sends 100,000. */
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { harnessTarget } from '../crash/harness-target.ts'
import { HTTP_FAULTS } from '../support/http-fault-proxy.ts'
import { POSTGRES_FAULTS } from '../support/postgres-fault-proxy.ts'
import { faultRun } from './proxy-run.ts'

const { db, url } = await testDatabase(6)

test(
  '2,000 operations through lines that lose, double and reorder have exactly the effects of their keys',
  { timeout: 120_000 },
  async () => {
    const report = await faultRun(db, url, harnessTarget(), { operations: 2_000, seed: 20_261_121 })
    process.stdout.write(`faults: ${JSON.stringify(report)}\n`)
    // A fault that never happened proves nothing.
    for (const fault of HTTP_FAULTS) expect(report.http[fault]).toBeGreaterThan(0)
    for (const fault of POSTGRES_FAULTS) expect(report.postgres[fault]).toBeGreaterThan(0)
    expect(report.calls).toBeGreaterThan(report.operations)
    expect(Object.keys(report.byKind).sort()).toEqual(['bet', 'deposit', 'settle'])
  },
)
