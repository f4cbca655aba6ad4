/** What is told of the coupon to whoever does not see it. */
import { expect, it } from 'vitest'
import { couponState, EMPTY_COUPON, reduce, storedOf } from '../rules/state/index.ts'
import { answer, offer, ready, READY, send } from '../rules/state/sample-coupon.ts'
import { losesDayBonus, messageOf, quickMessage } from './announcements.ts'

it('a tab that follows a bet of another one says that it is being checked, and nothing when its selections go', () => {
  const text = ((key: string) => key) as Parameters<typeof messageOf>[2]
  const mine = [...READY, { do: 'toggle', offer: offer(1) } as const].reduce(reduce, EMPTY_COUPON)
  const theirs = send(mine)
  const follows = reduce(mine, { do: 'follow', stored: storedOf(theirs) })
  expect(messageOf(mine, follows, text)).toBe('sent_elsewhere')
  const placed = reduce(follows, { do: 'follow', stored: { ...storedOf(mine), legs: [] } })
  expect(placed.legs).toEqual([])
  expect(messageOf(follows, placed, text)).toBeNull()
  expect(messageOf(mine, reduce(mine, { do: 'clear' }), text)).toBe('say_removed')
})

it.each([
  [900_060, 'The same bet again?', 'The same bet again?'],
  [900_030, 'Your limit of a day is reached', 'Your limit of a day is reached'],
  [130, 'The price has changed', 'refused_because The price has changed'],
])('a refusal is told with its reason, and a question as what it is: %d', (code, said, told) => {
  const text = ((key: string, values?: { reason?: string }) => [key, values?.reason ?? []].flat().join(' ')) as never
  const sent = send(ready(offer(1)))
  const after = answer(sent, { kind: 'refused', code, text: said })
  for (const says of [messageOf, quickMessage]) expect(says(sent, after, text)).toBe(told)
})

it('a refusal that the coupon itself shows is told as one', () => {
  const text = ((key: string) => key) as never
  const sent = send(ready(offer(1)))
  const after = answer(sent, { kind: 'refused', code: 401, text: 'Sign in' })
  expect(couponState(after)).toBe('signed-out')
  for (const says of [messageOf, quickMessage]) expect(says(sent, after, text)).toBe('say_stopped')
})

it('an express of the day that is changed by hand says that its bonus is gone; another coupon in its place does not', () => {
  const offers = [offer(1), offer(2), offer(3)]
  const day = reduce(READY.reduce(reduce, EMPTY_COUPON), { do: 'fill', filling: { offers, kind: 'express', dayExpressId: 5 } })
  expect(day.dayExpressId).toBe(5)
  expect(losesDayBonus(day, reduce(day, { do: 'toggle', offer: offer(2) }))).toBe(true)
  expect(losesDayBonus(day, reduce(day, { do: 'toggle', offer: offer(4) }))).toBe(true)
  expect(losesDayBonus(day, reduce(day, { do: 'stake', text: '9' }))).toBe(false)
  expect(losesDayBonus(day, reduce(day, { do: 'clear' }))).toBe(false)
  expect(losesDayBonus(day, reduce(day, { do: 'fill', filling: { offers: [offer(7)], kind: null } }))).toBe(false)
})
