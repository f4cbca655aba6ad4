/** Currency accounts of a player and their balances in wire form. */
import { wireMoney } from '#lib/money.ts'
import { inTx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { ACCOUNT_KINDS, type Account } from '#modules/ledger/server/index.ts'
import type { AccountReply } from '../contract.ts'
import type { AccountDeps } from './register.ts'

const MAX_ACCOUNTS = 10

/** An account as the wire shows it. Everything is written, also zeros. */
export function accountReplyOf(account: Account, mainName: string): AccountReply {
  const isPoints = account.kind === ACCOUNT_KINDS.points
  const isBonus = account.kind === ACCOUNT_KINDS.bonus
  const money = wireMoney(account.balanceMinor, account.currency.exponent)
  return {
    id: account.id,
    idBonus: isBonus || isPoints ? account.id : 0,
    type: 0,
    money,
    name: account.name || mainName,
    iso: account.currency.code,
    symbol: account.currency.symbol,
    isActive: account.isActive,
    currencyId: account.currency.id,
    amountOfUnplacedBets: 0,
    points: isPoints ? money : 0,
    isBonusAccount: isBonus || isPoints,
    isPointsTypeBalance: isPoints,
  }
}

export async function readBalance(deps: AccountDeps, playerId: number, mainName: string) {
  const all = (await deps.ledger.balance(playerId)).map((account) => accountReplyOf(account, mainName))
  return { balance: all, accounts: all.filter((a) => !a.isBonusAccount), bonuses: all.filter((a) => a.isBonusAccount), allAccounts: all }
}

/** Problem: ledger.unknown_account (30). Never moves money (ACC-24). */
export async function setActiveAccount(deps: AccountDeps, playerId: number, accountId: number): Promise<Account | Problem> {
  return inTx(deps.auth.db, (tx) => deps.ledger.activateAccount(tx, playerId, accountId))
}

/** Problems: account.currency_not_offered, account.exists (32), account.too_many (33). */
export async function createCurrencyAccount(
  deps: AccountDeps,
  playerId: number,
  currencyId: number,
  offered: boolean,
): Promise<Account | Problem> {
  if (!offered) return problem('account.currency_not_offered', { field: 'currency_id' })
  return inTx(deps.auth.db, async (tx) => {
    // The player's row orders two requests of one player, so that the count holds.
    await tx.selectFrom('player').select('id').where('id', '=', playerId).forUpdate().execute()
    const { n } = await tx
      .selectFrom('account')
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .where('player_id', '=', playerId)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow()
    const opened =
      Number(n) >= MAX_ACCOUNTS ? problem('ledger.too_many_accounts') : await deps.ledger.openAccount(tx, { playerId, currencyId })
    if (!isProblem(opened)) return opened
    if (opened.code === 'ledger.account_exists') return problem('account.exists', { wire: 32, field: 'currency_id' })
    if (opened.code === 'ledger.too_many_accounts') return problem('account.too_many', { wire: 33 })
    return problem('account.currency_not_offered', { field: 'currency_id' })
  })
}

/** Problems: ledger.unknown_account (30), account.not_empty (34), account.main (35: the first account, or the active one). */
export async function deleteCurrencyAccount(deps: AccountDeps, playerId: number, accountId: number): Promise<Problem | null> {
  return inTx(deps.auth.db, async (tx) => {
    const profile = await tx.selectFrom('player_profile').select('main_account_id').where('player_id', '=', playerId).executeTakeFirst()
    if (profile?.main_account_id === accountId) return problem('account.main', { wire: 35, field: 'account_id' })
    const refused = await deps.ledger.closeAccount(tx, playerId, accountId, new Date(deps.auth.clock.now()))
    if (refused?.code === 'ledger.account_active') return problem('account.active', { wire: 35, field: 'account_id' })
    if (refused?.code === 'ledger.account_not_empty') return problem('account.not_empty', { wire: 34, field: 'account_id' })
    return refused
  })
}
