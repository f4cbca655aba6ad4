/** Acceptor, ledger and settlement alone start in no time, so that many kills fit here, with corrections of results. */
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { crashRun } from './crash-run.ts'
import { harnessTarget } from './harness-target.ts'

test('22 kills of acceptor, ledger and settlement lose and double nothing', { timeout: 300_000 }, async () => {
  const { db, url } = await testDatabase()
  const report = await crashRun(db, url, harnessTarget(), { cycles: 22, cutShare: 0.5, loadMs: 400, verifyEvery: 7 })
  process.stdout.write(`crash: ${JSON.stringify(report)}\n`)
  expect(report.bets).toBeGreaterThan(200)
  expect(report.deposits).toBeGreaterThan(20)
  expect(report.settles).toBeGreaterThan(5)
  expect(report.unknown).toBeGreaterThan(20)
})
