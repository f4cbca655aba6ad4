/** The short form; `./polosa bench crash` kills five hundred times. */
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { crashRun } from './crash-run.ts'

const { db, url } = await testDatabase()

test('25 kills under load lose and double no bet, deposit or pay-out', { timeout: 180_000 }, async () => {
  const report = await crashRun(db, url, { cycles: 25 })
  expect(report.bets).toBeGreaterThan(500)
  expect(report.deposits).toBeGreaterThan(50)
  expect(report.settles).toBeGreaterThan(20)
  expect(report.unknown).toBeGreaterThan(25)
})
