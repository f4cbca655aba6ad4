/** When a danger is over for which bets were stopped: the game tells what came of it, a timer never does (feeds 4.4). */
import type { Incident } from './fact.ts'

const ENDS: ReadonlySet<string> = new Set([
  'goal',
  'own_goal',
  'score',
  'run',
  'penalty_missed',
  'red_card',
  'danger_over',
  'retract',
  'shootout_winner',
  'point',
  'period_end',
  'period_start',
  'game_end',
  'set_end',
  'retired',
  'safety_car',
  'match_end',
])

export function endsDanger(incident: Pick<Incident, 'type' | 'retracts'>): boolean {
  return ENDS.has(incident.type) || incident.retracts !== undefined
}
