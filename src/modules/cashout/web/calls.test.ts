import { expect, it } from 'vitest'
import { offerOf } from './calls.ts'

it('a leg of a bet that is edited calls the part of the game as the line does', () => {
  const leg = (GameType: string, PeriodName: string) => offerOf({ GameType, PeriodName, Coef: 2 } as never).names.period
  expect([leg('Corners', '1st half'), leg('', '1st half'), leg('', '')]).toEqual(['Corners. 1st half', '1st half', ''])
})
