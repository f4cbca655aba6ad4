/** Door of the price history: the call of the coefficient graph. */
import type { FastifyInstance } from 'fastify'
import { formatPrice } from '#lib/price-format.ts'
import { wirePrice } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import { isOpen, isOver } from '#modules/line/rules/book.ts'
import { findInPart } from '#modules/line/rules/find-outcome.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { playersOf } from '#modules/line/rules/wire/game.ts'
import { mainLines, rowMarkets, wireOutcome, type Shown } from '#modules/line/rules/wire/outcome.ts'
import { askedOf, kindOf, parameterRequired, viewOf, type Found, type Line } from '#modules/line/server/index.ts'
import { route } from '#platform/server/http.ts'
import { GetCoefHistory } from '../contract.ts'
import type { PriceHistory } from './price-history.ts'

export { createPriceHistory, type PriceHistory } from './price-history.ts'

const DECIMAL = 0

export function registerPriceHistory({ app, line, history }: { app: FastifyInstance; line: Line; history: PriceHistory }): void {
  route(app, GetCoefHistory, async (ctx) => {
    const { raw, query } = askedOf(ctx, DECIMAL)
    if (!query.id) return parameterRequired('id')
    const found = line.byI(query.id) ?? line.byCi(query.id)
    if (!found || isOver(found.game) || found.game.kind !== kindOf(ctx)) return null
    const { game, part } = found
    const view = viewOf(line.answers, query)
    const chosen = chosenOutcomes(found, { type: raw['type'], param: raw['param'], playerId: raw['playerid'] })
    const points = await history.of(
      game,
      chosen.map(({ outcome }) => ({ part: part.part, key: outcome.key })),
    )
    const rows = chosen.flatMap((shown, k) => {
      const H = points[k]!.map(({ at, price }) => ({ TS: at, C: wirePrice(price), CV: formatPrice(price, view.format) }))
      return H.length ? [{ ...wireOutcome(shown, view, playersOf(line.book, game), false), H }] : []
    })
    return { I: part.i, CI: part.ci, KI: game.kind, S: unixSeconds(game.startsAt), ...(rows.length ? { O: rows } : {}) }
  })
}

type Wanted = Record<'type' | 'param' | 'playerId', string | undefined>

/** The outcome asked for, also one that is blocked now; else those of the row. */
function chosenOutcomes({ game, part }: Found, { type, param, playerId }: Wanted): Shown[] {
  if (type === undefined) return rowMarkets(game, part, sportInfo(game.sportId)).row
  const [t, p, player] = [Number(type), Number(param ?? 0), Number(playerId ?? 0)]
  if (![t, p, player].every(Number.isFinite)) return []
  const found = findInPart(game, part, t, p, player)
  if (!found || found.outcome.price === 0) return []
  const { market, outcome } = found
  return [{ market, outcome, blocked: !isOpen(game, market, outcome), main: mainLines(part).get(market.g) === market }]
}
