/** The name of an outcome for people: the template of its type with sides, parameter and player (wire 18.2, 18.3). */
import { nameWithin } from '#lib/name-within.ts'
import { allMarketTypes, currentType, formerType, marketTypeOptional, type OutcomeType } from '#modules/line/rules/market-book.ts'
import { marketText } from '#modules/line/rules/market-names.ts'

export interface NameParts {
  sides: readonly [string, string]
  p: number
  player: string
}

/** Names of a market and of one of its outcomes; English where the language has none of its own. "" when the book has none. */
export function outcomeName(marketKey: string, t: number, parts: NameParts, lng: string): { group: string; outcome: string } {
  const type = marketTypeOptional(marketKey)
  const outcome = type?.outcomes.find((one) => one.t === currentType(t))
  if (!type || !outcome) return { group: '', outcome: '' }
  return { group: marketText(type, lng), outcome: filled(outcome, marketText(outcome, lng), parts, HANDICAP.test(type.key)) }
}

/** A handicap is written with its sign, a plus too: "Kairat (+1.5)". */
const HANDICAP = /handicap/

function filled(outcome: OutcomeType, template: string, { sides, p, player }: NameParts, isHandicap: boolean): string {
  const numbers = paramNumbers(outcome.template, p, isHandicap)
  let next = 0
  // As the page names it: a line keeps its brackets beside a name alone, "Kairat (−1.5)".
  const beside = /^[^(]*\^\d\^ \(\)[^(]*$/.test(template)
  return template
    .replace(/\(\)/g, () => (beside ? `(${numbers[next++] ?? ''})` : (numbers[next++] ?? '')))
    .replaceAll('^1^', nameWithin(template, sides[0]))
    .replaceAll('^2^', nameWithin(template, sides[1]))
    .replaceAll('[]', nameWithin(template, player))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The numbers of a packed parameter in the order in which the name shows them. */
function paramNumbers(template: number, p: number, isHandicap: boolean): string[] {
  const whole = Math.trunc(p)
  const thousandths = Math.round(Math.abs(p - whole) * 1000)
  const hundredths = Math.round(Math.abs(p - whole) * 10_000) / 100
  switch (template) {
    case 5:
      return [String(whole), String(thousandths)]
    case 13:
      return [String(whole / 100), String(hundredths)]
    case 17:
      return [signed(whole / 100, isHandicap), String(thousandths)]
    case 39:
      return [String(thousandths), String(whole)]
    case 41:
      return [p > 0 ? `${p}:0` : `0:${-p}`]
    case 43:
      return [String(whole), String(hundredths)]
    default:
      return [signed(Math.round(p * 10_000) / 10_000, isHandicap)]
  }
}

/** The minus of the line's own names; zero has no sign. */
function signed(value: number, plus: boolean): string {
  const digits = String(Math.abs(value))
  return value < 0 ? `−${digits}` : plus && value > 0 ? `+${digits}` : digits
}

let keyByGroup: Map<string, string> | null = null

/** As `outcomeName`, for readers who only kept the group and the type of the outcome. */
export function outcomeNameOfGroup(g: number, t: number, parts: NameParts, lng: string): { group: string; outcome: string } {
  if (!keyByGroup) {
    keyByGroup = new Map()
    for (const type of allMarketTypes()) {
      for (const outcome of type.outcomes) {
        // The two-way winner shares group and types with the result of three: the first of the book names both.
        const key = `${type.g}|${outcome.t}`
        if (!keyByGroup.has(key)) keyByGroup.set(key, type.key)
        const before = formerType(outcome.t)
        if (before) keyByGroup.set(`${before.g}|${before.t}`, type.key)
      }
    }
  }
  return outcomeName(keyByGroup.get(`${g}|${t}`) ?? '', t, parts, lng)
}
