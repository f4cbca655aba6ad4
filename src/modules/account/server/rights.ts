/** What of an account a program of others may be let see, by right (features AU-10). */
import { minorText } from '#lib/money.ts'
import type { Db } from '#platform/server/db.ts'
import { ACCOUNT_KINDS, type Ledger } from '#modules/ledger/server/index.ts'
import './tables.ts'

export function accountRights(db: Db, ledger: Pick<Ledger, 'balance'>) {
  return {
    async profile(playerId: number) {
      const row = await db
        .selectFrom('player_profile')
        .select(['first_name', 'last_name'])
        .where('player_id', '=', playerId)
        .executeTakeFirst()
      return { given_name: row?.first_name ?? '', family_name: row?.last_name ?? '' }
    },
    async balance(playerId: number) {
      const own = (await ledger.balance(playerId)).filter(({ kind }) => kind !== ACCOUNT_KINDS.bonus && kind !== ACCOUNT_KINDS.points)
      const balance = own.map((account) => ({
        currency: account.currency.code,
        amount: minorText(account.balanceMinor, account.currency.exponent),
        active: account.isActive,
      }))
      return { balance }
    },
  }
}
