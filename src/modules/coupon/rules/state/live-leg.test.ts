import { expect, it } from 'vitest'
import type { GameStatus, StatusNote } from '#modules/line/rules/status-words.ts'
import type { CouponAction } from './actions.ts'
import { seenLeg, type LiveEntry, type LiveHead } from './live-leg.ts'
import { reduce } from './reduce.ts'
import { NOW, offer, ready, run } from './sample-coupon.ts'

const coupon = ready(offer(1))
const leg = coupon.legs[0]!

function seen(status: GameStatus, over: 0 | 1 = 0, note?: StatusNote) {
  const plain = [leg.kind, status, NOW, leg.gameId, over] as const
  const head: LiveHead = note ? [...plain, note] : plain
  return seenLeg(leg, { head, entry: [leg.price, 1], score: undefined })
}

it.each<[GameStatus, 0 | 1, StatusNote | undefined, string, string | null]>([
  ['scheduled', 0, undefined, 'open', null],
  ['delayed', 0, 'rain', 'open', null],
  ['postponed', 0, undefined, 'suspended', 'lock_postponed'],
  ['interrupted', 0, 'rain', 'suspended', 'lock_rain'],
  ['cancelled', 1, undefined, 'closed', 'lock_cancelled'],
  ['ended', 1, 'walkover', 'closed', 'lock_walkover'],
  ['ended', 1, undefined, 'closed', 'lock_closed'],
])('a leg of a game that is %s (over %i, note %s) is %s: %s', (status, over, note, expected, reason) => {
  expect(seen(status, over, note)).toMatchObject({ status: expected, reason })
})

it('the server’s word that a game is finished keeps what became of it', () => {
  const check = (reason: 'lock_postponed' | 'lock_goal') =>
    reduce(
      { ...coupon, legs: [{ ...leg, status: 'suspended', reason }] },
      {
        do: 'checked',
        legs: [
          {
            key: leg.key,
            price: leg.price,
            blocked: true,
            finished: true,
            relation: leg.relation,
            onlySingle: leg.onlySingle,
            places: leg.places,
          },
        ],
        limits: {},
      },
    ).legs[0]
  expect(check('lock_postponed')).toMatchObject({ status: 'closed', reason: 'lock_postponed' })
  expect(check('lock_goal')).toMatchObject({ status: 'closed', reason: 'lock_closed' })
})

it('a stop that names its reason keeps it until the topic lifts it, whatever answers come that were asked for before', () => {
  const { key, price, relation, onlySingle, places } = leg
  const check = (blocked: boolean): CouponAction => ({
    do: 'checked',
    legs: [{ key, price, blocked, finished: false, relation, onlySingle, places }],
    limits: {},
  })
  const at = (entry: LiveEntry): CouponAction => ({
    do: 'seen',
    legs: [seenLeg(leg, { head: [leg.kind, 'scheduled', NOW, leg.gameId, 0], entry, score: undefined })],
  })
  const stopped = run(coupon, at([price, 0, 'review']), check(false))
  expect(stopped.legs[0]).toMatchObject({ status: 'suspended', reason: 'lock_var' })
  expect(run(stopped, check(true)).legs[0]).toMatchObject({ status: 'suspended', reason: 'lock_var' })
  expect(run(stopped, at([price, 1])).legs[0]).toMatchObject({ status: 'open', reason: null })
  // What only answers tell, they lift as well.
  expect(run(coupon, check(true), check(false)).legs[0]).toMatchObject({ status: 'open', reason: null })
})
