/** The door of settlement. */
import type { FastifyInstance } from 'fastify'
import { why } from '#modules/payout/contract.ts'
import { route } from '#platform/server/http.ts'
import { readWhy, type WhyDeps } from './why.ts'

export type { SettleFact } from './actions.ts'
export { createSettlement, type Settlement, type SettlementDeps } from './settlement.ts'
export { settlementHash } from './settlement-hash.ts'
export { listResultChanges, type GameChange } from './result-changes.ts'
export { legScore, SCORE_COLUMNS, type ScoreRow } from './leg-score.ts'
export type { StoredBet } from './stored-bet.ts'
export { listSettledBets, type SettledBet } from './settled-bets.ts'
export { verify } from './verify.ts'
export { askVoid, decideVoid, listAlarms, listVoids, type VoidAnswer, type VoidRow } from './void-bet.ts'
export { decideWin, listWaitingWins, type ReleaseAnswer, type WaitingWin } from './release-win.ts'
export { actByHand, type ActByHand } from './by-hand.ts'
export type { StaffPlayersOf } from './officer.ts'
export type { WinChecks } from './win-check.ts'
export { VOID_REASONS } from '../rules/void-reason.ts'
export { CANCEL_REASONS, type CancelReason } from '#modules/feeds/rules/status.ts'

/** Registers the calls about results of bets. */
export function registerSettlement(app: FastifyInstance, deps: WhyDeps): void {
  route(app, why, (ctx, { query }) => readWhy(deps, ctx, query))
}
