/** Arguments of an outcome's name, formatted (wire 4.11, packing of 18.2): "(2.5)" for a line, parts for packed ones. */
import { allMarketTypes } from '#modules/line/rules/market-book.ts'

const templateOf = new Map<number, number>()
for (const type of allMarketTypes()) for (const { t, template } of type.outcomes) templateOf.set(t, template)

/** Undefined when the outcome has no parameter. */
export function outcomeParams(t: number, p: number): string[] | undefined {
  const template = templateOf.get(t) ?? 3
  const whole = Math.trunc(p)
  const rest = Math.abs(p - whole)
  const thousandths = String(Math.round(rest * 1000))
  const hundredths = String(Math.round(rest * 10_000) / 100)
  switch (template) {
    case 1:
    case 7:
      return undefined
    case 5:
      return [String(whole), thousandths]
    case 13:
      return [String(whole / 100), hundredths]
    case 17:
      return [`(${whole / 100})`, thousandths]
    case 39:
      return [thousandths, String(whole)]
    case 41:
      return [p > 0 ? `${p}:0` : `0:${Math.abs(p)}`]
    case 43:
      return [String(whole), hundredths]
    default:
      return p === 0 && !templateOf.has(t) ? undefined : [`(${p})`]
  }
}
