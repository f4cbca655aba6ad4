/** A bet that is made again: with what can still be bet on, in the blocks that are left. */
import { expect, test } from 'vitest'
import { EACH_WAY_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { fillingOf, offersOf, stillOpen } from './again.ts'
import type { BetDetails } from './bet-query.ts'
import type { BetLeg } from './bets.ts'

const WON = 1
const details = (results: readonly (number | null)[], more: object = {}, leg: (i: number) => Partial<BetLeg> = () => ({})) =>
  ({
    bet: {
      type: 1,
      legs: results.map((result, i) => ({ gameId: 600 + i, type: 1, live: false, subject: '', part: '', ...leg(i), result })),
    },
    legs: results.map(() => ({ playerId: 0 })),
    size: 0,
    blocks: null,
    withLobby: false,
    blockStakes: null,
    ...more,
  }) as unknown as BetDetails
const games = (found: BetDetails | null) => found && offersOf(found).map((offer) => offer.gameId)

test('what is decided is left out, and a bet of nothing else is not made again', () => {
  expect(games(stillOpen(details([null, null])))).toEqual([600, 601])
  expect(games(stillOpen(details([WON, null, 2, null])))).toEqual([601, 603])
  expect(stillOpen(details([WON, 3]))).toBeNull()
})

test('who plays in a leg stays with it', () => {
  const found = stillOpen(details([WON, null], { legs: [{ playerId: 1 }, { playerId: 2 }] }))!
  expect(offersOf(found)).toMatchObject([{ gameId: 601, playerId: 2 }])
})

test('blocks close up over what is gone, with their stakes; a lobby goes with its legs', () => {
  const conditional = details([null, WON, null, null], { blocks: [[0], [1], [2, 3]], blockStakes: [null, '5.00', '7.00'] })
  expect(fillingOf(stillOpen(conditional)!)).toMatchObject({ blocks: [[0], [1, 2]], blockStakes: ['', '7.00'] })
  const multi = (lobby: number | null) =>
    details([lobby, null, WON, null, null], { blocks: [[0], [1, 2], [3], [4]], withLobby: true, size: 2 })
  expect(fillingOf(stillOpen(multi(null))!)).toMatchObject({ size: 2, blocks: [[0], [1], [2], [3]], withLobby: true })
  expect(fillingOf(stillOpen(multi(WON))!)).toMatchObject({ size: 2, blocks: [[0], [1], [2]], withLobby: false })
})

test('of a runner that is backed each way both halves go', () => {
  const halves = {
    blocks: [
      [0, 1],
      [2, 3],
    ],
    size: 1,
    legs: [7, 8, 7, 8].map((playerId) => ({ playerId })),
  }
  const runners = (i: number) => ({ gameId: 600, type: i < 2 ? RACE_WINNER : EACH_WAY_PLACE })
  const found = stillOpen(details([WON, null, null, null], halves, runners))!
  expect(offersOf(found).map(({ playerId, type }) => [playerId, type])).toEqual([
    [8, RACE_WINNER],
    [8, EACH_WAY_PLACE],
  ])
})
