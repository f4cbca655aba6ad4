/** What a game's status says beyond its clock: put off, stopped for rain, won without play (XT-59). */
import type { GameStatus, StatusNote } from '#modules/feeds/rules/fact.ts'

export const STATUS_WORDS = [
  'state_delayed',
  'state_postponed',
  'state_suspended',
  'state_interrupted',
  'state_abandoned',
  'state_cancelled',
  'state_rain',
  'state_walkover',
  'state_retired',
  'state_defaulted',
  'state_awarded',
] as const
export type StatusWord = (typeof STATUS_WORDS)[number]

/** Key of the words; null while the game goes its usual way. A note says more than the status that it stands beside. */
export function statusWord(status: GameStatus, note: StatusNote | undefined): StatusWord | null {
  const isWaiting = status === 'delayed' || status === 'interrupted' || status === 'suspended' || status === 'postponed'
  switch (note) {
    case 'walkover':
    case 'retired':
    case 'defaulted':
    case 'awarded':
      return `state_${note}`
    case 'rain':
      if (isWaiting) return 'state_rain'
      break
    case 'after_extra_time':
    case 'after_shootout':
    case undefined:
      break
  }
  return isWaiting || status === 'abandoned' || status === 'cancelled' ? `state_${status}` : null
}
