/** What the parameter of an outcome type says (rules 2.2, wire 18.2). Read from text: a double would blur it. */

export type ParamMeaning =
  | { kind: 'score'; home: number; away: number }
  | { kind: 'goal'; goal: number; minute: number }
  | { kind: 'lineToMinute'; line: string; minute: number }
  | { kind: 'line'; line: string }

const SCORES: ReadonlySet<number> = new Set([731])
const GOALS: ReadonlySet<number> = new Set([812, 813])
const LINES_TO_MINUTE: ReadonlySet<number> = new Set([1197, 1198])

/** Null when the text is not a parameter. */
export function readParam(type: number, text: string): ParamMeaning | null {
  const match = /^(-?)(\d{1,6})(?:\.(\d{1,4}))?$/.exec(text)
  if (!match) return null
  const whole = Number(match[2])
  const thousandths = Number((match[3] ?? '').padEnd(3, '0').slice(0, 3))
  if (SCORES.has(type)) return { kind: 'score', home: whole, away: thousandths }
  if (GOALS.has(type)) return { kind: 'goal', minute: whole, goal: thousandths }
  if (LINES_TO_MINUTE.has(type)) return { kind: 'lineToMinute', line: `${match[1]}${whole / 100}`, minute: thousandths }
  return { kind: 'line', line: `${match[1]}${Number(`${whole}.${match[3] ?? '0'}`)}` }
}

/** P as the text of coupons and histories: no trailing zeros, "" never. */
export function paramText(p: number): string {
  return String(Math.round(p * 10_000) / 10_000)
}
