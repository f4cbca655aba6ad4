/** A placed bet in the coupon (rules 8.2): what is pressed in the line, and ways out that lead out. */
import { describe, expect, it } from 'vitest'
import type { Filling } from './actions.ts'
import type { Coupon } from './coupon.ts'
import { MOST_TABS } from './draft.ts'
import type { Offer } from './leg.ts'
import { problemsOf } from './problems.ts'
import { reduce } from './reduce.ts'
import { answer, offer, quoted, ready, refusedBy, run, send } from './sample-coupon.ts'
import { couponButton } from './state.ts'
import { readStored, storedOf } from './stored.ts'
import { rebasingOf } from './totals.ts'

const RESULT = 1
const of = (n: number, part: Partial<Offer> = {}): Offer => ({ ...offer(n), group: RESULT, ...part })
const edited = (...offers: Offer[]) =>
  run(ready(), { do: 'fill', filling: { offers, kind: null, stake: '100', sale: { betId: '77', power: false } } })
const press = (coupon: Coupon, pressed: Offer) => reduce(coupon, { do: 'toggle', offer: pressed })
const legs = (coupon: Coupon) => coupon.legs.map(({ gameId, type }) => [gameId, type])
const mended = (coupon: Coupon) => {
  const fix = couponButton(coupon)?.fix
  return fix?.do === 'remove' ? reduce(coupon, { do: 'remove', keys: fix.keys }) : coupon
}

describe('an outcome of a game that is in the bet', () => {
  it('takes the place of another one of its market', () => {
    const coupon = press(edited(of(1), of(2)), of(1, { type: 2 }))
    expect(legs(coupon)).toEqual([
      [601, 2],
      [602, 1],
    ])
    expect(problemsOf(coupon).map(({ key }) => key)).toEqual(['sale_asks'])
    expect(couponButton(coupon)).toMatchObject({ label: 'check', fix: { do: 'check' } })
    // Its names are those of the server, as the ones of the bet's own legs are.
    expect(coupon.legs[0]?.lng).toBeUndefined()
    expect(legs(press(edited(of(1)), of(1, { type: 3 })))).toEqual([[601, 3]])
  })

  it('of another market goes again by one press, and nothing is said of bets on one game', () => {
    const coupon = quoted(press(edited(of(1), of(2)), of(1, { type: 9, group: 17 })), { why: 'build a bet on the game' })
    const added = coupon.legs.at(-1)!.key
    expect(problemsOf(coupon)).toMatchObject([{ key: 'incompatible', legKey: added, fix: { do: 'remove', keys: [added] } }])
    expect(couponButton(coupon)).toMatchObject({ label: 'remove_leg' })
    expect(legs(mended(coupon))).toEqual([
      [601, 1],
      [602, 1],
    ])
  })

  it('of nobody knows which market is not swapped', () => {
    expect(press(edited(offer(1), offer(2)), { ...offer(1), type: 2 }).legs).toHaveLength(3)
    expect(press(ready(of(1)), of(1, { type: 2 })).legs).toHaveLength(2)
  })
})

it('a selection that may only stand alone goes out of the bet', () => {
  const two = edited(of(1), of(2))
  const [alone] = two.legs
  const checked = reduce(two, {
    do: 'checked',
    legs: [{ key: alone!.key, price: 2000, blocked: false, finished: false, relation: 0, onlySingle: true }],
    limits: {},
  })
  expect(problemsOf(checked)[0]).toMatchObject({ key: 'only_single', fix: { do: 'remove', keys: [alone!.key] } })
  expect(legs(mended(checked))).toEqual([[602, 1]])
})

it.each([161627, 900001, 900002])('a change that was refused as it was put together (%i) is left', (code) => {
  const coupon = quoted(edited(of(1), of(2)), { price: 4000, why: 'no' })
  expect(couponButton(answer(send(coupon), refusedBy(code)))).toMatchObject({ label: 'leave_bet' })
})

describe('what comes as a whole beside selections of the player', () => {
  const fill = (coupon: Coupon, filling: Partial<Filling>) =>
    reduce(coupon, { do: 'fill', filling: { offers: [offer(9)], kind: null, ...filling } })
  const sale = (betId: string) => ({ sale: { betId, power: true }, stake: '100' })
  const tabs = (coupon: Coupon) => [...coupon.before, coupon, ...coupon.after].map((one) => one.legs.map((leg) => leg.gameId - 600))
  const mine = () => run(ready(offer(1), offer(2)), { do: 'kind', kind: 'system' }, { do: 'stake', text: '700' })
  const three = () => run(mine(), { do: 'tabAdd' }, { do: 'toggle', offer: offer(3) }, { do: 'tabGo', index: 0 })

  it('gets a tab of its own; the bet left as it is leads back to them as they were', () => {
    const changed = fill(three(), sale('77'))
    expect([tabs(changed), changed.before.length, changed.stake]).toEqual([[[1, 2], [9], [3]], 1, '100'])
    const back = reduce(changed, { do: 'leave' })
    expect([tabs(back), back.before.length]).toEqual([[[1, 2], [3]], 0])
    expect(back).toMatchObject({ stake: '700', chosenKind: 'system', sale: null })
    expect(reduce(edited(of(1)), { do: 'leave' })).toMatchObject({ legs: [], sale: null, stake: '2000' })
  })

  it('so it does when the bet has been changed, and leaves what was not placed', () => {
    const changed = quoted(fill(three(), sale('77')), { price: 3000 })
    const placed = answer(send(changed), { kind: 'placed', betId: '5', prices: [2000] })
    const after = reduce(placed, { do: 'done', keep: false })
    expect([tabs(after), after.before.length]).toEqual([[[1, 2], [3]], 0])
    expect(tabs(fill(placed, {}))).toEqual([[1, 2], [9], [3]])
  })

  it('of the same bet, or onto what came so itself and was not touched, opens no other one', () => {
    const repeated = fill(mine(), {})
    expect(tabs(fill(repeated, { offers: [offer(8)] }))).toEqual([[1, 2], [8]])
    const touched = reduce(repeated, { do: 'toggle', offer: offer(7) })
    expect(tabs(fill(touched, { offers: [offer(8)] }))).toEqual([[1, 2], [9, 7], [8]])
    const elsewhere = reduce(fill(mine(), sale('77')), { do: 'tabGo', index: 0 })
    expect(tabs(fill(elsewhere, { ...sale('77'), offers: [offer(8)] }))).toEqual([[1, 2], [8]])
    expect(tabs(fill(elsewhere, { ...sale('78'), offers: [offer(8)] }))).toEqual([[1, 2], [8], [9]])
    const stored = readStored(JSON.parse(JSON.stringify(storedOf(repeated))))
    expect(tabs(fill(run(ready(), { do: 'load', stored, policy: null }), { offers: [offer(8)] }))).toEqual([[1, 2], [8]])
    const pressed = run(ready(offer(7)), { do: 'load', stored, policy: null })
    expect(tabs(fill(pressed, { offers: [offer(8)] }))).toEqual([[1, 2], [9, 7], [8]])
  })

  it('does not come while all tabs are taken', () => {
    const others = (n: number) => Array.from({ length: n }, (_, i) => [{ do: 'tabAdd' }, { do: 'toggle', offer: offer(3 + i) }] as const)
    const full = run(mine(), ...others(MOST_TABS - 1).flat())
    expect(fill(full, sale('77'))).toBe(full)
    // An empty one makes room.
    const empty = run(mine(), ...others(MOST_TABS - 2).flat(), { do: 'tabAdd' }, { do: 'tabGo', index: 0 })
    expect(tabs(fill(empty, sale('77')))).toEqual([[1, 2], [9], [3], [4], [5]])
  })
})

it('the price of a changed bet is told with what it is made of, unless the prices say it alone', () => {
  const raised = (price: number, worthMinor: bigint | null) => rebasingOf(quoted(edited(offer(1, 6167)), { price, worthMinor }))
  expect(raised(5709, 9_257n)).toEqual({ worthMinor: 9_257n, stakeMinor: 10_000n, product: '6.167' })
  // Nothing of the stake is gone, it is not known, or only selections were added.
  for (const [price, worth] of [
    [6167, 10_000n],
    [5709, null],
    [5000, 9_257n],
  ] as const)
    expect(raised(price, worth)).toBeNull()
})

describe('the stake of a changed bet is none for the next one', () => {
  const typed = () => run(ready(), { do: 'stake', text: '700' })
  const raised = (before: Coupon) =>
    quoted(reduce(before, { do: 'fill', filling: { offers: [offer(9)], kind: null, stake: '500', sale: { betId: '77', power: true } } }), {
      price: 3000,
    })
  const done = (coupon: Coupon) => answer(send(coupon), { kind: 'placed', betId: '5', prices: [2000] })

  it.each<[string, (coupon: Coupon) => Coupon]>([
    ['it is done', (coupon) => reduce(done(coupon), { do: 'done', keep: false })],
    ['it is done, and its selections are kept', (coupon) => reduce(done(coupon), { do: 'done', keep: true })],
    ['a price is pressed after it', (coupon) => press(done(coupon), offer(2))],
    ['it is left', (coupon) => reduce(coupon, { do: 'leave' })],
    ['its last selection is taken out', (coupon) => press(coupon, offer(9))],
    ['another bet comes as a whole', (coupon) => reduce(coupon, { do: 'fill', filling: { offers: [offer(8)], kind: null } })],
    ['the page is loaded again', (coupon) => run(ready(), { do: 'load', stored: readStored(storedOf(done(coupon))), policy: null })],
    [
      'its change is loaded again, and left',
      (coupon) =>
        run(ready(), { do: 'load', stored: readStored(JSON.parse(JSON.stringify(storedOf(coupon)))), policy: null }, { do: 'leave' }),
    ],
    ['its player signs out', (coupon) => reduce(coupon, { do: 'session', session: { playerId: null, accountId: 0, balanceMinor: null } })],
  ])('when %s', (_name, end) => {
    expect(raised(typed()).stake).toBe('500')
    expect(end(raised(typed()))).toMatchObject({ stake: '700', stakeTouched: true, sale: null })
    // Raised twice it is still the one before.
    expect(end(raised(raised(typed()))).stake).toBe('700')
    // Nothing was typed: the brand's.
    expect(end(raised(ready()))).toMatchObject({ stake: '2000', stakeTouched: false })
  })
})
