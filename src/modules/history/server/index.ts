/** Door of history: bets after they were placed, read by their players. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import { route } from '#platform/server/http.ts'
import * as contract from '../contract.ts'
import { clearHistory } from './clear-history.ts'
import { createPopular } from './popular.ts'
import { readBet } from './read-bet.ts'
import { readBetInfos, readHistory, type HistoryDeps } from './read-history.ts'
import { readMailAddress, sendBetsLetter, sendCasinoLetter } from './send-letter.ts'
import { readSummary } from './summary.ts'
import { writeTable } from './write-table.ts'

export type { Letter, MailPort, SaleState, SalesPort } from './ports.ts'
export { personalData } from './personal-data.ts'

/** Registers the calls of histories. */
export function registerHistory(app: FastifyInstance, deps: HistoryDeps & { clock: Clock }): void {
  const popular = createPopular(deps)
  route(app, contract.popularOutcomes, (ctx) => popular(ctx))
  route(app, contract.betHistory, (ctx, { body }) => readHistory(deps, ctx, body))
  route(app, contract.betInfoHistory, (ctx, { body }) => readBetInfos(deps, ctx, body))
  route(app, contract.historySummary, (ctx, { body }) => readSummary(deps, ctx, body))
  route(app, contract.betDetails, (ctx, { query }) => readBet(deps, ctx, query))
  route(app, contract.historyTable, (ctx, { query }, reply) => writeTable(deps, ctx, query, reply))
  route(app, contract.mailAddress, (ctx) => readMailAddress(deps, ctx))
  route(app, contract.betsMail, (ctx, { body }) => sendBetsLetter(deps, ctx, body))
  route(app, contract.casinoMail, (ctx, { body }) => sendCasinoLetter(deps, ctx, body))
  route(app, contract.historyClear, (ctx, { body }) => clearHistory(deps, ctx, body))
}
