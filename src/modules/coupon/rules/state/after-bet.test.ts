/** The stake of a placed bet is none for the next one: a coupon begins with the brand's (CP-38). */
import { describe, expect, it } from 'vitest'
import { readStored, storedOf, type Coupon, type Offer } from './index.ts'
import { answer, limitsOf, offer, ready, run, send } from './sample-coupon.ts'
import { reduce } from './reduce.ts'

const TEMPLATE = { stake: '2000', stakeTouched: false, legStakes: {} }
const placed = (coupon: Coupon): Coupon => {
  let next = send(run(coupon, limitsOf(coupon)))
  while (next.flow.at === 'sending') next = answer(next, { kind: 'placed', betId: '5', prices: [2000] })
  expect(next.flow.at).toBe('placed')
  return next
}
const press = (coupon: Coupon, pressed: Offer) => reduce(coupon, { do: 'toggle', offer: pressed })
const typed = (coupon: Coupon) => run(coupon, { do: 'stake', text: '7000' })

describe('the coupon after a placed bet', () => {
  it.each<[string, (coupon: Coupon) => Coupon]>([
    ['it is done', (coupon) => reduce(coupon, { do: 'done', keep: false })],
    ['its selections are kept', (coupon) => reduce(coupon, { do: 'done', keep: true })],
    ['a price is pressed after it', (coupon) => press(coupon, offer(2))],
    ['the same price is pressed after it', (coupon) => press(coupon, offer(1))],
    ['a coupon comes as a whole', (coupon) => reduce(coupon, { do: 'fill', filling: { offers: [offer(8)], kind: null } })],
    ['the page is loaded again', (coupon) => run(ready(), { do: 'load', stored: readStored(storedOf(coupon)), policy: null })],
  ])('begins with the stake of the brand when %s', (_name, next) => {
    expect(next(placed(typed(ready(offer(1)))))).toMatchObject(TEMPLATE)
  })

  it('of several singles keeps the stake of none', () => {
    const singles = run(typed(ready(offer(1), offer(2))), { do: 'stake', text: '900', betKey: ready(offer(1)).legs[0]!.key })
    expect(reduce(placed(singles), { do: 'done', keep: true })).toMatchObject(TEMPLATE)
  })

  it('keeps the stake that is repeated', () => {
    const again = { offers: [offer(8)], kind: null, stake: '500' }
    expect(reduce(placed(typed(ready(offer(1)))), { do: 'fill', filling: again })).toMatchObject({ stake: '500', stakeTouched: true })
  })

  it('leaves the stakes of the other tabs alone', () => {
    const two = run(typed(ready(offer(1))), { do: 'tabAdd' }, { do: 'toggle', offer: offer(2) }, { do: 'stake', text: '900' })
    expect(reduce(placed(two), { do: 'done', keep: false })).toMatchObject({ stake: '7000', stakeTouched: true })
  })
})

it('a coupon that was not placed keeps what was typed', () => {
  expect(press(typed(ready(offer(1))), offer(2))).toMatchObject({ stake: '7000', stakeTouched: true })
  const refused = answer(send(typed(ready(offer(1)))), { kind: 'refused', code: 109, text: '' })
  expect(reduce(refused, { do: 'edit' })).toMatchObject({ stake: '7000', stakeTouched: true })
})

it('the boost is a switch of each coupon: off in one, it is on in another, and stays off in its own (rules 2.10)', () => {
  const off = run(ready(offer(1), offer(2)), { do: 'options', options: { boost: false } })
  const two = run(off, { do: 'tabAdd' }, { do: 'toggle', offer: offer(3) })
  expect([two, run(two, { do: 'tabGo', index: 0 })].map((coupon) => coupon.options.boost)).toEqual([true, false])
  expect(run(ready(), { do: 'load', stored: readStored(storedOf(off)), policy: null }).options.boost).toBe(false)
})
