import { expect, it } from 'vitest'
import { endsDanger } from '#modules/feeds/rules/danger.ts'
import { lastResolved } from './suspend.ts'

const TOLD = [
  ...['goal', 'own_goal', 'score', 'run', 'penalty_missed', 'red_card', 'danger_over', 'retract', 'shootout_winner', 'point'],
  ...['period_end', 'period_start', 'game_end', 'set_end', 'retired', 'safety_car', 'match_end', 'ball', 'wicket', 'finish'],
  ...['corner', 'yellow_card', 'shot', 'substitution', 'penalty_awarded', 'dangerous_attack', 'penalty', 'frame_end', 'lap'],
]

it('prices wait as long as a provider that comes later says that they do', () => {
  for (const type of TOLD)
    expect(lastResolved({ incidents: [{ game: 'g', seq: 1, clockSec: 0, type }] }) > 0, type).toBe(endsDanger({ type }))
})
