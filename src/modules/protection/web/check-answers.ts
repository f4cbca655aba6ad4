/**
 * Which check of which session was answered; one for all tabs of the browser. Where its storage is full or closed the page
 * remembers by itself: a check that could not be answered would lie over the site for good, one that fails would never come.
 */
const ANSWERED = 'realityCheck'

let answeredHere = ''

/** The last one of the session, counted from 1; 0 when there is none. */
export function answeredCheck(sessionFrom: number): number {
  return Math.max(numberOf(answeredHere, sessionFrom), numberOf(kept(), sessionFrom))
}

export function keepAnswer(sessionFrom: number, number: number): void {
  answeredHere = `${sessionFrom}:${number}`
  try {
    localStorage.setItem(ANSWERED, answeredHere)
  } catch {
    // The other tabs will ask for themselves.
  }
}

function kept(): string {
  try {
    return localStorage.getItem(ANSWERED) ?? ''
  } catch {
    return ''
  }
}

function numberOf(mark: string, sessionFrom: number): number {
  const [from, number] = mark.split(':')
  return from === String(sessionFrom) ? Number(number) : 0
}
