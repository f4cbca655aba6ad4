/** Decimals of a stake field: two of ordinary currencies, crypto its own (ux 5). */
export function accuracyOf(currency: { exponent: number }): number {
  return currency.exponent > 4 ? currency.exponent : Math.min(2, currency.exponent)
}
