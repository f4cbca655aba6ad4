/** The whole product through faulty lines: bets of all kinds, auto-bets, sales, deposits, withdrawals. */
import { expect, test } from 'vitest'
import { productTarget } from '../crash/product-target.ts'
import { testDatabase } from '../support/database.ts'
import { faultRun } from './proxy-run.ts'

test('300 operations of all kinds have exactly the effects of their keys', { timeout: 300_000 }, async () => {
  const { db, url } = await testDatabase(4)
  const report = await faultRun(db, url, productTarget({ everything: true }), { operations: 300, seed: 4, boundMs: 60_000 })
  process.stdout.write(`faults: ${JSON.stringify(report)}\n`)
  expect(report.calls).toBeGreaterThan(report.operations)
  expect(report.byKind['bet']).toBeGreaterThan(200)
  expect((report.byKind['sale'] ?? 0) + (report.byKind['autobet'] ?? 0)).toBeGreaterThan(0)
})
