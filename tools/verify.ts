/**
 * `./polosa verify`: the invariants of the ledger, an audit of every settlement, what modules say of their own tables and the
 * whole journal over a database (standards §5, SET-07, OPS-03). Prints each check with its count and the first broken row; 0
 * when all hold, else 1.
 */
import { verifyTransfers } from '#modules/account/server/index.ts'
import { verifyAdvances, verifyBets } from '#modules/bets/server/index.ts'
import { verifyChanges } from '#modules/cashout/server/index.ts'
import { headCopyFile, verifyJournal } from '#modules/journal/server/index.ts'
import { verifyAccounts } from '#modules/ledger/server/index.ts'
import { verifyOrders } from '#modules/orders/server/index.ts'
import { verifyPayments } from '#modules/payments/server/index.ts'
import { verifyCodes } from '#modules/promo/server/index.ts'
import { verifyLimits } from '#modules/protection/server/index.ts'
import { verify as auditOf } from '#modules/settlement/server/index.ts'
import { checkOrFail } from '#platform/server/checks.ts'
import { createDb } from '#platform/server/db.ts'
import { verifyDuels } from '../src/compose/verify-duels.ts'

/** `home`: data folder of the installation; its copy of the journal's heads is compared with the database. */
export async function verify(databaseUrl: string, home: string | null = null): Promise<number> {
  const db = createDb(databaseUrl, { max: 4, statementTimeoutMs: 0, applicationName: 'polosa-verify' })
  try {
    const checks = [
      ...(await auditOf(db)),
      ...(await verifyAccounts(db)),
      ...(await verifyDuels(db)),
      ...(await verifyChanges(db)),
      ...(await verifyBets(db)),
      ...(await verifyAdvances(db)),
      ...(await verifyOrders(db)),
      ...(await verifyCodes(db)),
      ...(await verifyPayments(db)),
      ...(await verifyTransfers(db)),
      ...(await verifyLimits(db)),
      ...(await checkOrFail('journal', () => verifyJournal(db, { copyFile: home === null ? null : headCopyFile(home) }))),
    ]
    for (const check of checks) {
      const seen = check.checked === null ? '' : ` (${check.checked} looked at)`
      const line =
        check.violations === 0 ? `ok    ${check.name}${seen}` : `BROKEN ${check.name}${seen}: ${check.violations}, first ${check.first}`
      process.stdout.write(`${line}\n`)
    }
    const broken = checks.filter((check) => check.violations > 0).length
    process.stdout.write(broken === 0 ? 'all invariants hold\n' : `${broken} of ${checks.length} checks are broken\n`)
    return broken === 0 ? 0 : 1
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const url = process.argv[2] ?? process.env['DATABASE_URL']
  if (url) process.exitCode = await verify(url)
  else {
    process.stderr.write('verify needs DATABASE_URL or an address as its argument\n')
    process.exitCode = 1
  }
}
