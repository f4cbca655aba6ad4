/** "I disagree": a question about a settled bet, answered by a day that the player is told at once (XT-88). */
import { DAY } from '#lib/time.ts'
import { sqlState } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { DISPUTE_ANSWER_DAYS, DISPUTE_WITHIN_DAYS } from '../rules/ticket.ts'
import type { TicketRow } from './ticket-store.ts'
import { openTicket, type TicketDeps } from './tickets.ts'

export interface DisputeDeps extends Pick<TicketDeps, 'db' | 'clock'> {
  settledBet(playerId: number, bet: string): Promise<{ settledAt: Date | null } | null>
}

/** Problems: messages.unknown_bet (404), messages.bet_open, messages.dispute_late, messages.dispute_open and those of a question. */
export async function openDispute(
  deps: DisputeDeps,
  given: { playerId: number; brand: string; language: string; bet: string; text: string; subjectOf(bet: string): string },
): Promise<TicketRow | Problem> {
  const { bet, subjectOf, ...question } = given
  const found = await deps.settledBet(given.playerId, bet)
  if (!found) return problem('messages.unknown_bet', { status: 404, field: 'bet' })
  if (!found.settledAt) return problem('messages.bet_open', { field: 'bet' })
  const now = deps.clock.now()
  if (found.settledAt.getTime() + DISPUTE_WITHIN_DAYS * DAY < now)
    return problem('messages.dispute_late', { field: 'bet', params: { days: DISPUTE_WITHIN_DAYS } })
  const dispute = { bet, due: new Date(now + DISPUTE_ANSWER_DAYS * DAY) }
  try {
    return await openTicket(deps, { ...question, kind: 'dispute', subject: subjectOf(bet), dispute })
  } catch (error) {
    // One open dispute a bet, also of two presses at once.
    if (sqlState(error) === '23505') return problem('messages.dispute_open', { field: 'bet', status: 409 })
    throw error
  }
}
