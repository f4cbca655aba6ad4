import { expect, it } from 'vitest'
import { legLines } from './leg-text.ts'
import { readSaved, type WireSaved } from './wire.ts'

/** A leg of a saved coupon as GetCoupon tells it. */
const saved = (more: object) =>
  readSaved({ Events: [{ Type: 1, Opp1: 'Arden', Opp2: 'Boden', Liga: 'League', GroupName: 'Result', MarketName: 'Arden', GameType: '', PeriodName: '', ...more }] } as unknown as WireSaved)[0]! // prettier-ignore

it.each([
  [{ GameType: 'Duel of players' }, 'Result, Duel of players · W1'],
  [{ GameType: 'Corners', PeriodName: '1st half' }, 'Result, Corners. 1st half · W1'],
  [{ PeriodName: '1st half' }, 'Result, 1st half · W1'],
  [{}, 'Result · W1'],
])('a leg of a code is called as one that was pressed in the line: %j', (more, market) => {
  const texts = { w1: 'W1', w2: 'W2', draw: 'Draw' }
  expect(legLines(saved(more), texts)).toEqual({ title: 'Arden', market, teams: 'Arden – Boden' })
})
