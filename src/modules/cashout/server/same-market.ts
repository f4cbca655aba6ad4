/** Which market of a part an outcome belongs to: a replacement stays inside it, on whatever line (rules 8.2, 8.3). */
import type { BookMarket } from '#modules/line/rules/book.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { OutcomeId } from './leg-now.ts'

type Books = Pick<Line, 'byCi'>

/** Key of the market without its line; null when the line does not have the outcome. */
function marketKey(line: Books, { ci, t, p, playerId }: OutcomeId): string | null {
  for (const market of line.byCi(ci)?.part.markets.values() ?? []) {
    if (market.outcomes.some((o) => o.t === t && o.playerId === playerId && paramKey(o.p) === p)) return market.key
  }
  return null
}

export function isSameMarket(line: Books, a: OutcomeId, b: OutcomeId): boolean {
  if (a.ci !== b.ci) return false
  const key = marketKey(line, a)
  return key !== null && key === marketKey(line, b)
}

/** The other outcomes of the market that can be bet on now, on all its lines. */
export function othersOfMarket(line: Books, leg: OutcomeId): OutcomeId[] {
  const key = marketKey(line, leg)
  if (key === null) return []
  const isOther = (o: OutcomeId) => o.t !== leg.t || o.p !== leg.p || o.playerId !== leg.playerId
  const open = (market: BookMarket) => market.key === key && market.status === 'active'
  return [...(line.byCi(leg.ci)?.part.markets.values() ?? [])]
    .filter(open)
    .flatMap((market) => market.outcomes.filter((o) => o.active && o.price > 1000))
    .map((o) => ({ ci: leg.ci, t: o.t, p: paramKey(o.p), playerId: o.playerId }))
    .filter(isOther)
}
