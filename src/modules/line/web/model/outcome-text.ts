/** Names of markets and outcomes from the names model: templates with sides, parameter and player (wire 18.2, 18.3). */
import { nameWithin } from '#lib/name-within.ts'
import type { NameModel } from './queries.ts'
import type { LineGame, Outcome } from './types.ts'

const MINUS = '−'

/** Types whose parameter packs its two numbers in another way than whole and thousandths. */
const LINE_MINUTES: ReadonlySet<number> = new Set([1195, 1196, 1197, 1198])
const GOAL_MINUTES: ReadonlySet<number> = new Set([812, 813])
const OVER_RUNS: ReadonlySet<number> = new Set([2068, 2069, 2070, 2071])
const ROUNDS: ReadonlySet<number> = new Set([2170, 2171])
const FROM_SCORE: ReadonlySet<number> = new Set([424, 425, 426])
/** A handicap's line is written with its sign. */
const HANDICAP = /handicap|фор|هانديكاب/i

export function groupName(model: NameModel, g: number): string {
  return model[g]?.N ?? ''
}

export function outcomeName(
  model: NameModel,
  outcome: Pick<Outcome, 'g' | 't' | 'p' | 'player'>,
  game: Pick<LineGame, 'side1' | 'side2'>,
): string {
  const group = model[outcome.g]
  const template = group?.M[outcome.t]?.N ?? ''
  if (!template) return outcome.player?.name ?? ''
  const slots = template.split('()').length - 1
  const numbers = slots > 1 ? packedNumbers(outcome) : [singleNumber(outcome, HANDICAP.test(group?.N ?? ''))]
  let next = 0
  const filled = template.replace(/\(\)/g, () => {
    const number = numbers[next++] ?? ''
    // A line keeps its brackets beside a name: "Kairat (−1.5)".
    return slots === 1 && /\^\d\^ \(\)/.test(template) ? `(${number})` : number
  })
  return filled
    .replaceAll('^1^', nameWithin(template, game.side1))
    .replaceAll('^2^', nameWithin(template, game.side2))
    .replaceAll('[]', nameWithin(template, outcome.player?.name ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
}

function singleNumber({ t, p }: Pick<Outcome, 't' | 'p'>, signed: boolean): string {
  if (FROM_SCORE.has(t)) return p > 0 ? `${p}:0` : `0:${-p}`
  return lineText(p, signed)
}

/** The two numbers of a packed parameter, as words name them. */
export function packedNumbers({ t, p }: Pick<Outcome, 't' | 'p'>): readonly [string, string] {
  const whole = Math.trunc(p)
  const part = Math.abs(p - whole)
  const thousandths = String(Math.round(part * 1000))
  const hundredths = String(Math.round(part * 10_000) / 100)
  if (LINE_MINUTES.has(t)) return [lineText(whole / 100, t < 1197), thousandths]
  if (GOAL_MINUTES.has(t)) return [thousandths, String(whole)]
  if (OVER_RUNS.has(t)) return [String(whole), hundredths]
  if (ROUNDS.has(t)) return [String(whole / 100), hundredths]
  return [String(whole), thousandths]
}

/** "−1.5", "+1", "2.5"; zero has no sign. */
export function lineText(line: number, signed: boolean): string {
  const rounded = Math.round(line * 10_000) / 10_000
  const digits = String(Math.abs(rounded))
  if (rounded < 0) return `${MINUS}${digits}`
  return signed && rounded > 0 ? `+${digits}` : digits
}
