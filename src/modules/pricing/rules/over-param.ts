/** Parameter of a market on one over (wire 18.2, template 43): whole part the over, hundredths the line. */
import { roundParam } from '#modules/line/rules/param.ts'

export function packOver(over: number, line: number): number {
  return roundParam(over + line / 100)
}

export function unpackOver(p: number): [over: number, line: number] {
  const over = Math.trunc(p)
  return [over, Math.round((p - over) * 10_000) / 100]
}
