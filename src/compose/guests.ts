/** Payments of visitors: the cashier asks the account's module for a player when one is paid. */
import { makePaidPlayer, type AccountDeps, type GuestCashier } from '#modules/account/server/index.ts'
import { resolve } from '#modules/brand/rules/resolve.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import {
  guestMethods,
  lockGuestState,
  startGuestDeposit,
  taxInForce,
  type PaymentsDeps,
  type ProviderChoice,
} from '#modules/payments/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { must } from '#lib/assert.ts'

export interface Guests {
  cashier: GuestCashier
  /** What the cashier needs to make a player. */
  makes: Pick<PaymentsDeps, 'makePlayer' | 'cashierOf' | 'watched'>
  /** The cashier comes after the accounts. */
  use(payments: PaymentsDeps, provider: ProviderChoice): void
}

/**
 * `askEarly`: papers are asked of whoever registers by paying as of every payer (XT-49). The provider tells of his payment
 * without him, so his place is the country that he has named.
 */
export function composeGuests(
  deps: Pick<AccountDeps, 'auth' | 'ledger'>,
  brands: Pick<Brands, 'byId'>,
  askEarly: (tx: Tx, config: SiteConfig, playerId: number) => Promise<void>,
): Guests {
  const configOf = (brand: string) => brands.byId(brand).config as SiteConfig
  let used: { payments: PaymentsDeps; provider: ProviderChoice } | null = null
  return {
    use: (payments, provider) => (used = { payments, provider }),
    makes: {
      async makePlayer(tx, brand, sealed) {
        const made = await makePaidPlayer(deps, tx, configOf(brand), sealed)
        const { config, layers } = brands.byId(brand)
        const place = { ...made.place, host: config.hosts[0] ?? '', group: config.group }
        await askEarly(tx, resolve(config, layers, place) as SiteConfig, made.playerId)
        return made
      },
      cashierOf: (brand) => configOf(brand).cashier,
      watched: (brand) => configOf(brand).withdrawals.watched,
    },
    cashier: {
      methods: (ctx, country, currency) => guestMethods(ctx, country, currency),
      begin: (ctx, order) => {
        const { payments, provider } = must(used, 'the cashier')
        const site = { brand: ctx.brand, lng: ctx.lng, cashier: ctx.config.cashier, tax: taxInForce(ctx, 'deposit') }
        return startGuestDeposit(payments, { ...order, ...site, provider })
      },
      state: (tx, brand, secretHash, use) => lockGuestState(must(used, 'the cashier').payments, tx, brand, secretHash, use),
    },
  }
}
