/** The currency in which a coupon's limits are told. */
import { LRUCache } from 'lru-cache'
import { must } from '#lib/assert.ts'
import { currencyByCode, currencyOptional, type Currency, type Ledger } from '#modules/ledger/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'

const MOST_KNOWN = 20_000
/** Owner and currency of an account never change: whoever names his account is not looked up again. */
const knownOf = new WeakMap<Ledger, LRUCache<string, Currency>>()

/** Of the player's account, of the request, or of the brand. Another player's account is refused (403). */
export async function currencyFor(ledger: Ledger, ctx: Ctx, accountId: number, currencyId: number): Promise<Currency | Problem> {
  if (ctx.player) {
    const own = await ownCurrency(ledger, ctx.player.id, accountId)
    if (own) return own
    if (accountId) return problem('bets.other_account', { wire: 403, field: 'UserId' })
  }
  const asked = currencyOptional(currencyId)
  if (asked) return asked
  const { byCountry, default: fallback } = ctx.config.currencies
  return must(currencyByCode(byCountry[ctx.country] ?? fallback) ?? currencyByCode(fallback), 'currency of the brand')
}

/** Of the named account, or of the active one when none is named. */
async function ownCurrency(ledger: Ledger, playerId: number, accountId: number): Promise<Currency | null> {
  let known = knownOf.get(ledger)
  if (!known) knownOf.set(ledger, (known = new LRUCache({ max: MOST_KNOWN })))
  const key = `${playerId}:${accountId}`
  const currency = accountId ? known.get(key) : undefined
  if (currency) return currency
  const accounts = await ledger.balance(playerId)
  const account = accountId ? accounts.find(({ id }) => id === accountId) : accounts[0]
  if (account && accountId) known.set(key, account.currency)
  return account?.currency ?? null
}
