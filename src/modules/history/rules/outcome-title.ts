/**
 * An outcome with its market, for where it stands alone: "Total – Over 2.5". An outcome that begins with the name of its market
 * says it itself.
 */
export function outcomeTitle(market: string, outcome: string): string {
  return saysMarket(market, outcome) ? outcome : `${market} – ${outcome}`
}

/** True when nothing is to be said of the market beside its outcome. */
export function saysMarket(market: string, outcome: string): boolean {
  return market === '' || outcome.startsWith(market)
}
