/** Currency accounts of a player and their balances in wire form. */
import { wireMoney } from '#lib/money.ts'
import { inTx } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { ACCOUNT_KINDS, currencyName, type Account } from '#modules/ledger/server/index.ts'
import type { AccountReply } from '../contract.ts'
import type { AccountDeps } from './register.ts'

const MAX_ACCOUNTS = 10

/** Where an account stands among those of its player: the first of money is the main one, which is never closed. */
function nameOf(account: Account, all: readonly Account[], ctx: Pick<Ctx, 'lng' | 'text'>): string {
  if (account.name) return account.name
  if (account.kind === ACCOUNT_KINDS.points) return ctx.text('account:points_account')
  if (account.kind === ACCOUNT_KINDS.bonus) return ctx.text('account:bonus_account')
  const isMain = all.every((other) => other.kind !== ACCOUNT_KINDS.money || other.id >= account.id)
  return isMain ? ctx.text('account:main_account') : currencyName(account.currency, ctx.lng)
}

/** An account as the wire shows it, `all` those of its player. Everything is written, also zeros. */
function accountReplyOf(account: Account, all: readonly Account[], ctx: Pick<Ctx, 'lng' | 'text'>): AccountReply {
  const isPoints = account.kind === ACCOUNT_KINDS.points
  const isBonus = account.kind === ACCOUNT_KINDS.bonus
  const money = wireMoney(account.balanceMinor, account.currency.exponent)
  return {
    id: account.id,
    idBonus: isBonus || isPoints ? account.id : 0,
    type: 0,
    money,
    name: nameOf(account, all, ctx),
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

/** One of his accounts as it stands after a change. */
export async function readAccount(deps: AccountDeps, ctx: Ctx, account: Account): Promise<AccountReply> {
  return accountReplyOf(account, await deps.ledger.balance(account.playerId), ctx)
}

export async function readBalance(deps: AccountDeps, ctx: Ctx) {
  const accounts = await deps.ledger.balance(ctx.player!.id)
  const all = accounts.map((account) => accountReplyOf(account, accounts, ctx))
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
