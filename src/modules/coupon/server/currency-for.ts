/** The currency in which a coupon's limits are told. */
import type { LRUCache } from 'lru-cache'
import { largeMemory } from '#platform/server/large-memory.ts'
import { must } from '#lib/assert.ts'
import { currencyByCode, currencyOptional, type Currency, type Ledger } from '#modules/ledger/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { namedAccount } from './named-account.ts'

const MOST_KNOWN = 20_000
/** Owner and currency of an account never change: whoever names his account is not looked up again. */
const knownOf = new WeakMap<Ledger, LRUCache<string, Currency>>()

/** Of the player's account, of the request, or of the brand. Another player's account is refused (403). */
export async function currencyFor(ledger: Ledger, ctx: Ctx, userId: number, currencyId: number): Promise<Currency | Problem> {
  if (ctx.player) {
    const own = await ownCurrency(ledger, ctx.player.id, userId)
    if (own) return own
    if (userId) return problem('bets.other_account', { wire: 403, field: 'UserId' })
  }
  const asked = currencyOptional(currencyId)
  if (asked) return asked
  const { byCountry, default: fallback } = ctx.config.currencies
  return must(currencyByCode(byCountry[ctx.country] ?? fallback) ?? currencyByCode(fallback), 'currency of the brand')
}

/** Of the named account, or of the active one when none is named. */
async function ownCurrency(ledger: Ledger, playerId: number, userId: number): Promise<Currency | null> {
  let known = knownOf.get(ledger)
  if (!known) knownOf.set(ledger, (known = largeMemory(MOST_KNOWN)))
  const key = `${playerId}:${userId}`
  const currency = known.get(key)
  if (currency) return currency
  const account = namedAccount(await ledger.balance(playerId), playerId, userId)
  // Which account is the active one may change.
  if (account?.id === userId) known.set(key, account.currency)
  return account?.currency ?? null
}
