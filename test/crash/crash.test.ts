/** The short form with the whole product; `./polosa bench crash` kills five hundred times. */
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { crashRun } from './crash-run.ts'
import { productTarget } from './product-target.ts'

test(
  '3 kills of the product under load lose and double no bet of any kind, order, sale, deposit, withdrawal or pay-out',
  { timeout: 600_000 },
  async () => {
    const { db, url } = await testDatabase()
    const report = await crashRun(db, url, productTarget({ everything: true }), { cycles: 3, cutShare: 0.3, loadMs: 900, verifyEvery: 2 })
    process.stdout.write(`crash: ${JSON.stringify(report)}\n`)
    // How many get through depends on the machine; that all kinds do, and that answers are cut off, does not.
    expect(report.bets).toBeGreaterThan(25)
    expect(report.deposits).toBeGreaterThan(3)
    expect(report.withdrawals).toBeGreaterThan(0)
    expect(report.settles).toBeGreaterThan(0)
    expect(report.sales + report.autoBets).toBeGreaterThan(0)
    expect(report.unknown).toBeGreaterThan(4)
    expect(report.refused).toBeLessThan(report.bets)
    expect(report.backMs.worst).toBeLessThan(120_000)
  },
)
