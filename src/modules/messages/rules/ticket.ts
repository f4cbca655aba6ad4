/** Questions to support: their kinds and states, and what bounds them. */

/** What a player opens by himself; a dispute is opened from its bet. */
export const TICKET_KINDS = ['question', 'idea', 'request'] as const
export type TicketKind = (typeof TICKET_KINDS)[number] | 'dispute'

/** A settled bet can be disputed for so long, and so soon is the dispute answered. */
export const DISPUTE_WITHIN_DAYS = 90
export const DISPUTE_ANSWER_DAYS = 10

/** waiting: for the operator; answered: for the player; closed: nobody writes any more. */
export type TicketState = 'waiting' | 'answered' | 'closed'

export const MAX_SUBJECT = 120
export const MAX_TEXT = 4000
export const MAX_OPEN_TICKETS = 5
export const MAX_LINES = 500
/** Lines of one player in a window; whoever writes more reads first what he was answered. */
export const LINE_WINDOW_MS = 600_000
export const MAX_LINES_IN_WINDOW = 20
export const MAX_FILES = 10

export type TicketStep = 'player_writes' | 'operator_writes' | 'close'

/** The state after a step; null when the step is not possible any more. */
export function ticketStep(state: TicketState, step: TicketStep): TicketState | null {
  if (state === 'closed') return null
  switch (step) {
    case 'player_writes':
      return 'waiting'
    case 'operator_writes':
      return 'answered'
    case 'close':
      return 'closed'
  }
}

/**
 * Text of a person as it is kept: signs that only steer (also those that turn the direction of writing around) are
 * dropped, lines keep their breaks, at most one empty line stands between two.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The same on one line: subjects and names. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ')
}
