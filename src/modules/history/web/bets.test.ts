/** How a leg names its game, whatever page it stands on. */
import { expect, test } from 'vitest'
import { offersOf } from './again.ts'
import type { BetDetails } from './bet-query.ts'
import { readBet, type WireBet } from './bets.ts'

const legOf = (more: object) => {
  const leg = {
    opp1_name: 'Arden',
    opp2_name: 'Northmoor',
    game_name: '',
    game_type_title: null,
    period_name: '',
    champ_name: 'Lowland',
    ...more,
  }
  const { game, champ } = readBet({ currency_code: 'EUR', events: [leg] } as unknown as WireBet).legs[0]!
  return [game, champ]
}

test('a leg is marked as in play by the state of its game, not by the line that it came from', () => {
  const inPlay = (game_status: number) =>
    readBet({
      currency_code: 'EUR',
      events: [{ opp1_name: '', opp2_name: '', game_name: '', is_live_game_in_live: true, game_status }],
    } as unknown as WireBet).legs[0]!.inPlay
  expect([1, 2, 3].map(inPlay)).toEqual([false, false, true])
})

test.each([
  [{}, 'Arden – Northmoor', 'Lowland'],
  [{ game_type_title: 'Corners', period_name: '1st half' }, 'Arden – Northmoor · Corners · 1st half', 'Lowland'],
  // Its sides are of different matches: no championship has them both.
  [{ game_type_title: 'Duel', champ_name: 'Duel' }, 'Arden – Northmoor · Duel', ''],
  [{ opp1_name: 'Oaks', opp2_name: '', game_name: 'Oaks 1st half', period_name: '1st half' }, 'Oaks 1st half', 'Lowland'],
  [{ opp1_name: '', opp2_name: '', game_name: 'Oaks', period_name: 'Race 2' }, 'Oaks · Race 2', 'Lowland'],
])('%j', (more, game, champ) => {
  expect(legOf(more)).toEqual([game, champ])
})

test('a long-term bet says its question once, and keeps the name of any other market', () => {
  const marketOf = (event_type_small_group_name: string) =>
    readBet({
      currency_code: 'EUR',
      events: [{ opp1_name: 'To be relegated', opp2_name: '', game_name: 'To be relegated', period_name: '', event_type_small_group_name }],
    } as unknown as WireBet).legs[0]!.market
  expect([marketOf('To be relegated'), marketOf('Yes / no for each')]).toEqual(['', 'Yes / no for each'])
})

test('a bet that is made again calls the part of the game as the line does', () => {
  const partOf = (more: object) => {
    const bet = readBet({ currency_code: 'EUR', events: [{ opp1_name: 'Arden', opp2_name: 'Northmoor', ...more }] } as unknown as WireBet)
    return offersOf({ bet, legs: [] } as unknown as BetDetails)[0]!.names.period
  }
  expect(partOf({ game_type_title: 'Corners', period_name: '1st half' })).toBe('Corners. 1st half')
  expect(partOf({ game_type_title: null, period_name: '1st half' })).toBe('1st half')
})
