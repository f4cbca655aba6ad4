/**
 * `./polosa verify`: the invariants of the ledger and an audit of every settlement over a database (standards
 * §5, SET-07). Prints each check with its count and the first broken row; 0 when all hold, else 1.
 */
import { verify as auditOf } from '#modules/settlement/server/index.ts'
import { createDb } from '#platform/server/db.ts'

export async function verify(databaseUrl: string): Promise<number> {
  const db = createDb(databaseUrl, { max: 4, statementTimeoutMs: 0, applicationName: 'polosa-verify' })
  try {
    const checks = await auditOf(db)
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
