/** Payoffs on the score that stands at a minute; the minute itself is in the parameter (wire 18.2). */
import { unpackLineMinute, unpackThousandths } from '#modules/line/rules/param.ts'
import { linePayoff, yes } from './payoff.ts'
import type { PayoffValue } from './payoff.ts'

/** Undefined when the type is not about a minute. */
export function minutePayoff(t: number, p: number, h: number, a: number): PayoffValue | undefined {
  switch (t) {
    case 1189:
      return yes(h > a)
    case 1190:
      return yes(h === a)
    case 1191:
      return yes(h < a)
    case 812:
      return yes(h + a >= unpackThousandths(p)[1])
    case 813:
      return yes(h + a < unpackThousandths(p)[1])
    case 1197:
      return linePayoff(h + a - unpackLineMinute(p)[0])
    case 1198:
      return linePayoff(unpackLineMinute(p)[0] - h - a)
    case 1195:
      return linePayoff(h - a + unpackLineMinute(p)[0])
    case 1196:
      return linePayoff(a - h + unpackLineMinute(p)[0])
    default:
      return undefined
  }
}
