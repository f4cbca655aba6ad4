import { expect, it } from 'vitest'
import { cricketFigures, oversText, type NamedBall } from './scorecard.ts'

let seq = 0
function ball(
  batterId: number,
  bowlerId: number,
  runs: number,
  more: Partial<NamedBall['incident']> & { extra?: 'wide' | 'bye'; how?: string } = {},
): NamedBall {
  const { extra, how, ...incident } = more
  const detail = { runs, extras: extra ? 1 : 0, counts: extra !== 'wide', ...(how ? { how } : {}) }
  return { incident: { seq: ++seq, type: how ? 'wicket' : 'ball', side: 'home', detail, ...incident }, batterId, bowlerId }
}

it('gives runs to batters and overs to bowlers: wides are no balls, byes are nobody’s, a run-out is no wicket of the bowler', () => {
  const taken = ball(1, 9, 6)
  const list = [
    ball(1, 9, 4),
    ball(1, 9, 1),
    ball(2, 9, 1, { extra: 'wide' }),
    ball(2, 9, 1, { extra: 'bye' }),
    ball(1, 9, 0, { how: 'caught' }),
    ball(3, 9, 0, { how: 'run_out' }),
    ball(4, 8, 6),
    taken,
    { incident: { seq: ++seq, type: 'retract', side: 'home' as const, retracts: taken.incident.seq }, batterId: null, bowlerId: null },
  ]
  const told = cricketFigures([...list, list[0]!])
  const by = (id: number) => told.find(({ playerId }) => playerId === id)
  expect(by(1)).toMatchObject({ side: 1, batNo: 1, runs: 5, balls: 3, fours: 1, sixes: 0, how: 'caught', outBy: 9 })
  expect(by(2)).toMatchObject({ batNo: 2, runs: 0, balls: 1, how: '' })
  expect(by(3)).toMatchObject({ how: 'run_out', outBy: 0 })
  expect(by(9)).toMatchObject({ side: 2, bowlNo: 1, bowled: 5, conceded: 6, wickets: 1 })
  expect(by(8)).toMatchObject({ bowlNo: 2, bowled: 1, conceded: 6 })
})

it('writes overs', () => {
  expect([0, 5, 6, 23].map(oversText)).toEqual(['0.0', '0.5', '1.0', '3.5'])
})
