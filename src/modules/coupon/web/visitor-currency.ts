import type { SiteConfig } from '#platform/shared/site-config.ts'

/** Code of the currency of whoever has no account: that of his country, or the brand's own. */
export function visitorCurrency(config: object, country: string): string {
  const { currencies } = config as SiteConfig
  return currencies.byCountry[country] ?? currencies.default
}
