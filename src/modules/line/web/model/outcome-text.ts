/** Names of markets and outcomes from the names model: templates with sides, parameter and player (wire 18.2, 18.3). */
import type { NameModel } from './queries.ts'
import type { LineGame, Outcome } from './types.ts'

const MINUS = '−'

/** Types whose parameter packs two numbers: home and away, minute and goal, line and minute. */
const SCORES: ReadonlySet<number> = new Set([731])
const LINE_MINUTES: ReadonlySet<number> = new Set([1197, 1198, 1195, 1196])
/** A handicap's line is written with its sign. */
const HANDICAP = /handicap|фор/i

export function groupName(model: NameModel, g: number): string {
  return model[g]?.N ?? ''
}

export function outcomeName(model: NameModel, outcome: Pick<Outcome, 'g' | 't' | 'p' | 'player'>, game: Pick<LineGame, 'side1' | 'side2'>): string {
  const group = model[outcome.g]
  const template = group?.M[outcome.t]?.N ?? ''
  if (!template) return outcome.player?.name ?? ''
  const numbers = paramNumbers(outcome, group ? HANDICAP.test(group.N) : false)
  const slots = template.split('()').length - 1
  let next = 0
  // With one parameter all places show it; with two each has its own.
  const filled = template.replace(/\(\)/g, () => (slots > 1 && numbers.length > 1 ? (numbers[next++] ?? '') : (numbers[0] ?? '')))
  return filled.replaceAll('^1^', game.side1).replaceAll('^2^', game.side2).replaceAll('[]', outcome.player?.name ?? '').replace(/\s+/g, ' ').trim()
}

function paramNumbers({ t, p }: Pick<Outcome, 't' | 'p'>, signed: boolean): string[] {
  const whole = Math.trunc(p)
  const thousandths = Math.round(Math.abs(p - whole) * 1000)
  if (SCORES.has(t)) return [String(whole), String(thousandths)]
  if (LINE_MINUTES.has(t)) return [lineText(whole / 100, signed), String(thousandths)]
  return [lineText(p, signed)]
}

/** "−1.5", "+1", "2.5"; zero has no sign. */
export function lineText(line: number, signed: boolean): string {
  const rounded = Math.round(line * 10_000) / 10_000
  const digits = String(Math.abs(rounded))
  if (rounded < 0) return `${MINUS}${digits}`
  return signed && rounded > 0 ? `+${digits}` : digits
}
