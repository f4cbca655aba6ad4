/** The list of currencies for pages and partners: names in the page's language come from the runtime's own tables. */
import type { FastifyInstance } from 'fastify'
import { wireMoney } from '#lib/money.ts'
import { route } from '#platform/server/http.ts'
import { currenciesCall } from '../contract.ts'
import { currencies, POINTS_CURRENCY, type Currency } from '../rules/currency.ts'
import { isOffered } from '../rules/offered.ts'

const names = new Map<string, Intl.DisplayNames>()

/** "Тенге", "Tenge", "تينغ": what Intl does not know keeps the name of the table. */
export function currencyName({ code, name, crypto }: Pick<Currency, 'code' | 'name' | 'crypto'>, lng: string): string {
  if (crypto || !/^[A-Z]{3}$/.test(code)) return name
  let display = names.get(lng)
  if (!display) {
    display = new Intl.DisplayNames([...Intl.DisplayNames.supportedLocalesOf([lng.replace('_', '-')]), 'en'], {
      type: 'currency',
      fallback: 'none',
    })
    names.set(lng, display)
  }
  const known = display.of(code)
  return known ? known.charAt(0).toLocaleUpperCase(lng) + known.slice(1) : name
}

export function currencyRoutes(app: FastifyInstance): void {
  route(app, currenciesCall, (ctx) => ({
    currencies: currencies
      .filter(({ id }) => id !== POINTS_CURRENCY)
      .map((currency) => ({
        id: currency.id,
        code: currency.code,
        symbol: currency.symbol,
        name: currencyName(currency, ctx.lng),
        hide: currency.hidden,
        baseRate: Number(currency.rate),
        minBetSum: wireMoney(currency.minBetMinor, currency.exponent),
        isCrypto: currency.crypto,
        exponent: currency.exponent,
        offered: isOffered(currency, ctx.config.currencies.offered),
      })),
  }))
}
