import { describe, expect, it } from 'vitest'
import { arranged, movedToBlock, NO_BLOCKS } from './blocks.ts'
import { arrangementOf, EMPTY_COUPON, isSameGame, kindOf, sizeOfCoupon, sizesOf, takesPromo, type Coupon } from './coupon.ts'
import { currentJob } from './flow.ts'
import type { Kind } from './kind.ts'
import type { Offer } from './leg.ts'
import { wantedPrice } from './order-price.ts'
import { problemsOf } from './problems.ts'
import { reduce } from './reduce.ts'
import { answer, guid, limitsOf, offer, priced, quoted, READY, ready, refusedBy, run, send, SETUP } from './sample-coupon.ts'
import { enteredCode } from './stake-problems.ts'
import { couponButton } from './state.ts'
import { readStored, storedOf } from './stored.ts'
import { totals, totalPrice, variantsOf } from './totals.ts'
import { plannedBets } from './plan.ts'

function of(kind: Kind, prices: readonly number[], stake = '100'): Coupon {
  const coupon = run(ready(...prices.map((price, i) => offer(i + 1, price))), { do: 'kind', kind }, { do: 'stake', text: stake })
  return reduce(coupon, limitsOf(coupon))
}

const bodyOf = (coupon: Coupon) => currentJob(send(coupon).flow)?.body
const keys = (coupon: Coupon) => coupon.legs.map((leg) => leg.key)
const problems = (coupon: Coupon) => problemsOf(coupon).map((problem) => problem.key)

describe('what each kind pays, from rules 2 and 3', () => {
  it.each<[Kind, prices: number[], stake: string, most: bigint]>([
    ['express', [1500, 2000, 2600], '100', 78_000n],
    ['system', [1500, 2000, 2600], '150', 60_500n],
    ['patent', [2000, 3500, 4000, 1500], '110', 156_750n],
    ['lucky', [2000, 3500, 4000, 1500], '150', 167_750n],
    ['chain', [1800, 2000], '100', 28_000n],
    ['antiExpress', [1250, 1650, 1850], '100', 12_310n],
  ])('%s of %j with %s', (kind, prices, stake, most) => {
    expect(totals(of(kind, prices, stake)).returnMinor).toBe(most)
  })

  it('a system explains itself: variants, the least and the most', () => {
    const coupon = of('system', [1500, 2000, 2600], '150')
    const [bet] = plannedBets(coupon)
    expect(variantsOf(coupon, bet!)).toBe(3)
    expect(totals(coupon)).toMatchObject({ leastMinor: 15_000n, returnMinor: 60_500n, price: null })
    expect(sizesOf(of('system', [2000, 2000, 2000, 2000, 2000]))).toEqual([2, 3, 4])
    expect(bodyOf(coupon)).toMatchObject({ Vid: 2, expressNum: 2, Summ: 150, Shown: { win: '605.00', price: '' } })
  })

  it('several singles are one bet with a stake of each', () => {
    let coupon = of('multiSingle', [2000, 3000], '100')
    coupon = run(coupon, { do: 'stake', text: '50', betKey: keys(coupon)[1] })
    expect(totals(coupon)).toMatchObject({ stakeMinor: 15_000n, returnMinor: 35_000n })
    const sent = send(coupon)
    expect(currentJob(sent.flow)?.body).toMatchObject({ Vid: 11, GroupsSumms: [100, 50], Summ: 150, CheckCf: 0 })
    const placed = answer(sent, { kind: 'placed', betId: '5', prices: [2000], moreIds: [], failed: [{ index: 1, text: 'x' }] })
    expect(reduce(placed, { do: 'done', keep: false }).legs.map((leg) => leg.gameId)).toEqual([602])
  })
})

describe('blocks', () => {
  it('a multi-bet: the lobby multiplies, blocks are the system', () => {
    let coupon = of('multi', [1800, 1390, 1780, 2440], '300')
    const [lobby] = keys(coupon)
    coupon = reduce(coupon, { do: 'moveToBlock', key: lobby!, target: 'lobby' })
    coupon = reduce(coupon, limitsOf(coupon))
    expect(arrangementOf(coupon)).toMatchObject({ lobby: [lobby], blocks: [{}, {}, {}] })
    expect(sizeOfCoupon(coupon)).toBe(2)
    expect(totals(coupon).returnMinor).toBe(183_762n)
    expect(bodyOf(coupon)).toMatchObject({ Vid: 4, WithLobby: true, EventsIndexes: [[0], [1], [2], [3]], expressNum: 2 })
  })

  it('a conditional bet: stakes of blocks in order, -1 = everything', () => {
    let coupon = of('condition', [1800, 1400, 1600, 2200], '100')
    const at = keys(coupon)
    coupon = run(coupon, { do: 'moveToBlock', key: at[2]!, target: 1 }, { do: 'blockStake', index: 1, text: '150' })
    coupon = reduce(coupon, limitsOf(coupon))
    expect(arrangementOf(coupon).blocks.map((block) => block.keys)).toEqual([[at[0]], [at[1], at[2]], [at[3]]])
    expect(bodyOf(coupon)).toMatchObject({ Vid: 5, EventsIndexes: [[0], [1, 2], [3]], GroupsSumms: [100, 150, -1], Summ: 100 })
    expect(totals(coupon).stakeMinor).toBe(10_000n)
    const swapped = reduce(coupon, { do: 'moveBlock', from: 1, to: 0 })
    expect(bodyOf(reduce(swapped, limitsOf(swapped)))).toMatchObject({ EventsIndexes: [[1, 2], [0], [3]] })
    expect(problems(reduce(coupon, { do: 'blockStake', index: 2, text: '0' }))).toContain('block_stake')
  })

  it('what is removed leaves its block, what is new gets its own, an empty block goes', () => {
    const start = arranged(['a', 'b', 'c'], NO_BLOCKS, true)
    const lobby = movedToBlock(start, 'a', 'lobby')
    expect(lobby).toEqual({
      lobby: ['a'],
      blocks: [
        { keys: ['b'], stake: '' },
        { keys: ['c'], stake: '' },
      ],
    })
    expect(movedToBlock(lobby, 'c', 0).blocks).toEqual([{ keys: ['b', 'c'], stake: '' }])
    expect(arranged(['b', 'd'], lobby, true)).toEqual({
      lobby: [],
      blocks: [
        { keys: ['b'], stake: '' },
        { keys: ['d'], stake: '' },
      ],
    })
    expect(arranged(['a', 'b'], lobby, false).lobby).toEqual([])
  })

  it('too little beside the lobby: one press gives every selection its own block', () => {
    let coupon = of('multi', [2000, 2000, 2000])
    coupon = reduce(coupon, { do: 'moveToBlock', key: keys(coupon)[0]!, target: 'lobby' })
    expect(couponButton(coupon)).toMatchObject({ label: 'split_blocks', fix: { do: 'splitBlocks' } })
    expect(problems(reduce(coupon, { do: 'splitBlocks' }))).not.toContain('few_blocks')
  })

  it('the order of a chain can be changed', () => {
    const coupon = of('chain', [2000, 3000, 4000])
    expect(keys(reduce(coupon, { do: 'moveLeg', key: keys(coupon)[2]!, to: 0 }))).toEqual([
      keys(coupon)[2],
      keys(coupon)[0],
      keys(coupon)[1],
    ])
  })
})

describe('sizes of kinds', () => {
  it.each<[Kind, legs: number, key: string, count: number]>([
    ['system', 2, 'few_legs', 3],
    ['condition', 2, 'few_legs', 3],
    ['system', 21, 'max_legs', 20],
    ['multi', 21, 'max_legs', 20],
    ['lucky', 9, 'max_legs', 8],
    ['condition', 13, 'max_legs', 12],
  ])('%s of %i: %s %i', (kind, legs, key, count) => {
    const coupon = reduce(ready(...Array.from({ length: legs }, (_, i) => offer(i))), { do: 'kind', kind })
    expect(problemsOf(coupon)[0]).toMatchObject({ key, count })
  })

  it('an anti-express that would pay too little is not offered', () => {
    expect(couponButton(of('antiExpress', [2000, 2000, 2000, 2000]))).toMatchObject({
      label: 'make_kind',
      fix: { do: 'makeKind', kind: 'express' },
    })
    expect(totals(of('antiExpress', [2000, 2000, 2000, 2000]))).toMatchObject({ price: null, returnMinor: 0n })
  })
})

describe('outcomes of one game', () => {
  const start = () => run(ready(offer(1), { ...offer(1), type: 9 }), { do: 'stake', text: '100' })
  it('ask for their joint price, are placed at it, and ask again when it moves', () => {
    expect(problems(start())).toContain('same_game_asks')
    let coupon = quoted(start(), { price: 3100 })
    coupon = reduce(coupon, limitsOf(coupon))
    expect([totalPrice(coupon), totals(coupon).returnMinor]).toEqual([3100n, 31_000n])
    expect(bodyOf(coupon)).toMatchObject({ Vid: 1, SameGame: true, Shown: { price: '3.1', win: '310.00' } })
    const moved = quoted(coupon, { price: 2900 })
    expect(problemsOf(moved)[0]).toMatchObject({ key: 'price_down', from: 3100n, to: 2900n })
    expect(problems(reduce(moved, { do: 'accept' }))).toEqual([])
  })

  it('name the pair that cannot be combined', () => {
    const [a, b] = keys(start())
    const coupon = quoted(start(), { price: null, conflict: [a!, b!] })
    expect(problemsOf(coupon)[0]).toMatchObject({ key: 'incompatible', legKey: a, otherKey: b, fix: { do: 'makeSingles' } })
    expect(problemsOf(quoted(start(), { why: 'no' }))[0]).toMatchObject({ key: 'same_game_impossible', text: 'no' })
  })

  it('an answer to another question says nothing', () => {
    const coupon = reduce(quoted(start(), { price: 3100 }), { do: 'toggle', offer: { ...offer(1), type: 10 } })
    expect(problems(coupon)).toContain('same_game_asks')
  })
})

describe('consent by kind (rules 2.4)', () => {
  it('an express compares the total, a system leg by leg', () => {
    const moved = (kind: Kind) => priced(priced(of(kind, [2000, 2000, 2000]), 0, 1000), 1, 4000)
    expect(problems(moved('express'))).toEqual([])
    expect(problems(moved('system'))).toEqual(['price_down', 'price_up'])
    const better = reduce(priced(of('system', [2000, 2000, 2000]), 0, 2100), { do: 'policy', policy: 'better' })
    expect(problems(better)).toEqual([])
  })
})

describe('orders, promo codes, advances, boost, taxes', () => {
  it.each([
    ['2.5', 0, 2500n],
    ['2,5', 3, 2500n],
    ['3/2', 1, 2451n],
    ['+150', 2, 2500n],
    ['-200', 2, 1498n],
    ['1.5', 4, 2500n],
    ['-2', 5, 1500n],
    ['0.5', 6, 1500n],
    ['1', 0, null],
    ['', 0, null],
    ['5/2', 0, null],
    ['99999', 0, null],
  ])('the wanted price %j in view %i is %s', (text, view, milli) => {
    expect(wantedPrice(text, view)).toBe(milli)
  })

  it('an auto-bet says its price and is an order, not a bet', () => {
    const autoBet = { price: '1.5', view: 4, dropOnScore: true, followLive: false }
    const coupon = reduce(of('singles', [2000]), { do: 'options', options: { autoBet } })
    expect(couponButton(coupon)?.label).toBe('order')
    expect(bodyOf(coupon)).toMatchObject({
      isAutoBet: true,
      autoBetCf: 2.5,
      autoBetCfView: 0,
      dropOnScoreChange: true,
      TransformEventKind: false,
    })
    // The line's price is not the order's: no move of it asks.
    expect(couponButton(priced(coupon, 0, 2100))?.label).toBe('order')
    expect(problems(priced(of('singles', [2000]), 0, 2100))).toEqual(['price_up'])
    // The win is that of the price that is waited for.
    expect(totals(coupon)).toMatchObject({ price: 2500n, returnMinor: (totals(coupon).stakeMinor * 5n) / 2n })
    const ordered = answer(send(coupon), { kind: 'ordered', order: 'autobet', id: '31' })
    expect(ordered.flow).toMatchObject({ at: 'placed', jobs: [{ outcome: { kind: 'ordered', id: '31', price: 2500 } }] })
    const empty = reduce(coupon, { do: 'options', options: { autoBet: { ...autoBet, price: '' } } })
    expect(couponButton(empty)).toMatchObject({ label: 'set_price', price: 2000n })
    expect(totals(empty)).toMatchObject({ price: 2000n, returnMinor: totals(empty).stakeMinor * 2n })
    const express = reduce(of('express', [2000, 3000]), { do: 'options', options: { autoBet: { ...autoBet, price: '7' } } })
    expect(totals(express)).toMatchObject({ price: 8000n, returnMinor: totals(express).stakeMinor * 8n })
  })

  it('a bid goes its own way and must want more than the line gives', () => {
    const coupon = reduce(of('singles', [2000]), { do: 'options', options: { bid: { price: '2.2', view: 0 } } })
    expect(currentJob(send(coupon).flow)).toMatchObject({ call: 'bid', body: { WantedCoef: 2.2 } })
    expect(couponButton(reduce(coupon, { do: 'options', options: { bid: { price: '2', view: 0 } } }))).toMatchObject({ label: 'drop_bid' })
    const large = run(coupon, { do: 'options', options: { bid: { price: '', view: 0 } } }, { do: 'stake', text: '600000' })
    expect(problems(large)).not.toContain('max_stake')
  })

  it('a VIP stake is asked for whole: the part up to the limit is placed', () => {
    const setup = { ...SETUP, vipFactor: 4 }
    const coupon = run(
      of('singles', [2000], '600000'),
      { do: 'setup', setup },
      { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 10n ** 12n } },
    )
    expect(bodyOf(coupon)).toMatchObject({ Summ: 500000, VIPBetSumm: 600000 })
  })

  it('a promo code stands for the stake; a bad one is taken out by one press', () => {
    const promo = { code: 'FREE', name: '', minor: '50000', bad: '' }
    const coupon = reduce(of('singles', [2000], '1'), { do: 'options', options: { promo } })
    expect(totals(coupon)).toMatchObject({ stakeMinor: 50_000n, ownMinor: 0n, returnMinor: 50_000n, profitMinor: 50_000n })
    expect(couponButton(coupon)).toMatchObject({ label: 'place_free', minor: 50_000n })
    const bad = answer(send(coupon), refusedBy(900011))
    expect(couponButton(bad)).toMatchObject({ label: 'remove_promo' })
    expect(reduce(bad, { do: 'options', options: { promo: null } }).options.promo).toBeNull()
  })

  it('of a code of the player it is said why it does not fit, and it is taken once that is over', () => {
    const promo = { code: 'DEAR', name: '', minor: '0', bad: '' }
    const entered = reduce(of('singles', [2000], '500'), { do: 'options', options: { promo } })
    const refused = quoted(entered, { promoWhy: 'from 5' })
    expect(problemsOf(refused)).toMatchObject([{ key: 'promo_bad', text: 'from 5' }])
    const fits = quoted(refused, { promos: [{ code: 'DEAR', name: '', minor: 30_000n }] })
    expect(problemsOf(fits)).toEqual([])
    expect(couponButton(fits)).toMatchObject({ label: 'place_free', minor: 30_000n })
  })

  it('a code that was typed is applied before anything is staked, and nothing is staked before its sum is known', () => {
    const promo = { code: '', name: '', minor: '0', bad: '', typed: ' free ' }
    const typed = reduce(of('singles', [2000], '500'), { do: 'options', options: { promo } })
    const button = couponButton(typed)!
    expect(button).toMatchObject({ label: 'use_promo', fix: { do: 'setOptions', options: { promo: { code: 'FREE' } } } })
    const entered = button.fix.do === 'setOptions' ? reduce(typed, { do: 'options', options: button.fix.options }) : typed
    expect(couponButton(entered)).toMatchObject({ label: 'check' })
    expect(currentJob(send(entered).flow)).toBeNull()
    const offers = [{ code: 'FREE', name: '', minor: 30_000n }]
    expect(couponButton(quoted(entered, { promos: offers }))).toMatchObject({ label: 'place_free', minor: 30_000n })
    expect(couponButton(quoted(entered, {}))).toMatchObject({ label: 'remove_promo' })
    // As it is read off somewhere: the letters that no code has are the digits that they look like.
    const misread = reduce(typed, { do: 'options', options: { promo: enteredCode(' oabl ') } })
    const found = quoted(misread, { promos: [{ code: '0AB1', name: '', minor: 30_000n }] })
    expect(couponButton(found)).toMatchObject({ label: 'place_free', minor: 30_000n })
  })

  it('a promo code without letters is none yet: the bet stays what it was, and an answer finds no fault in it', () => {
    const plain = of('singles', [2000], '500')
    const asked = reduce(plain, { do: 'options', options: { promo: { code: '', name: '', minor: '0', bad: '' } } })
    const checked = quoted(asked, {})
    expect(checked.options.promo?.bad).toBe('')
    expect(problemsOf(checked)).toEqual([])
    expect(couponButton(checked)).toMatchObject({ label: 'place', minor: 50_000n })
    expect(bodyOf(checked)).not.toHaveProperty('promo')
  })

  it('a promo code is offered for one new bet only', () => {
    expect([of('singles', [2000]), of('express', [2000, 3000]), of('system', [2000, 2000, 2000])].every(takesPromo)).toBe(true)
    expect(takesPromo(of('singles', [2000, 3000]))).toBe(false)
    expect(takesPromo(of('multiSingle', [2000, 3000]))).toBe(false)
  })

  it('an advance mends missing money when the account has one', () => {
    const coupon = run(of('singles', [2000], '15000'), { do: 'advance', minor: 600_000n })
    expect(couponButton(coupon)).toMatchObject({ label: 'use_advance', minor: 600_000n })
    const used = reduce(coupon, { do: 'options', options: { advance: true } })
    expect(bodyOf(used)).toMatchObject({ avanceBet: true })
    expect(couponButton(reduce(used, { do: 'advance', minor: 300_000n }))).toMatchObject({ label: 'deposit', minor: 200_000n })
  })

  it('the boost adds to the net winnings', () => {
    const boost = { kind: 'boost' as const, minPrice: 1200, table: { 4: 10, 5: 15 } }
    const coupon = reduce(of('express', [1400, 1500, 1600, 1700, 1800]), { do: 'setup', setup: { ...SETUP, boost } })
    expect(totals(coupon)).toMatchObject({ bonusMinor: 13_922n, returnMinor: 116_738n })
    expect(bodyOf(coupon)).toMatchObject({ IsExpressBoost: true, Shown: { win: '1167.38' } })
    expect(totals(reduce(coupon, { do: 'options', options: { boost: false } })).returnMinor).toBe(102_816n)
  })

  it('a bid for a price of its own takes no boost, one for more at the price of the line does', () => {
    const boost = { kind: 'boost' as const, minPrice: 1200, table: { 4: 10, 5: 15 } }
    const coupon = reduce(of('express', [1400, 1500, 1600, 1700, 1800]), { do: 'setup', setup: { ...SETUP, boost } })
    const asked = (price: string) => reduce(coupon, { do: 'options', options: { bid: { price, view: 0 } } })
    expect(totals(asked('11')).bonusMinor).toBe(0n)
    expect(totals(asked('11')).returnMinor).toBe(110_000n)
    expect(totals(asked('')).bonusMinor).toBeGreaterThan(0n)
  })

  it('an express of the day has its own addition; once it is over, the boost of any express', () => {
    const boost = { kind: 'boost' as const, minPrice: 1200, table: { 4: 10, 5: 15 } }
    const filling = { offers: [1400, 1500, 1600, 1700, 1800].map((price, i) => offer(i + 1, price)), kind: null, dayExpressId: 77 }
    const filled = run(ready(), { do: 'setup', setup: { ...SETUP, boost } }, { do: 'fill', filling }, { do: 'stake', text: '100' })
    const coupon = reduce(filled, limitsOf(filled))
    const day = quoted(coupon, { dayPercent: 10 })
    expect(bodyOf(day)).toMatchObject({ expressNum: 77, Shown: { win: '1130.98' } })
    expect(bodyOf(day)).not.toHaveProperty('IsExpressBoost')
    expect(bodyOf(quoted(coupon, { dayPercent: 0 }))).toMatchObject({ IsExpressBoost: true, Shown: { win: '1167.38' } })
  })

  it('taxes are taken and shown; a price under the least is refused before it is sent', () => {
    const tax = {
      rule: 'KE',
      stake: { mode: 'included' as const, rate: '0.125' },
      payout: { base: 'net' as const, rate: '0.20' },
      minPrice: 1060,
      returnsStakeTax: true,
    }
    const coupon = reduce(of('singles', [3000]), { do: 'setup', setup: { ...SETUP, tax } })
    expect(totals(coupon)).toMatchObject({ stakeTaxMinor: 1_111n, payoutTaxMinor: 3_556n, returnMinor: 23_111n })
    expect(problems(reduce(of('singles', [1050]), { do: 'setup', setup: { ...SETUP, tax } }))).toContain('tax_price')
  })

  it('a bet is edited into a single or an express alone, and its outcomes of one game have no joint price', () => {
    const sale = { betId: '77', power: false }
    const edited = (offers: Offer[], kind: Kind) => run(ready(), { do: 'fill', filling: { offers, kind, sale, stake: '100' } })
    expect(kindOf(edited([offer(1), offer(2), offer(3)], 'system'))).toBe('express')
    expect(kindOf(edited([offer(1)], 'system'))).toBe('singles')
    const oneGame = edited([offer(1), { ...offer(1), type: 9 }], 'express')
    expect(isSameGame(oneGame)).toBe(false)
    expect(problems(oneGame)[0]).toBe('incompatible')
    expect(isSameGame({ ...oneGame, sale: null })).toBe(true)
  })

  it('a changed bet keeps its stake and asks for its new price', () => {
    let coupon = run(ready(), {
      do: 'fill',
      filling: { offers: [offer(1)], kind: null, stake: '100', sale: { betId: '77', power: false } },
    })
    expect(problems(coupon)).toEqual(['sale_asks'])
    coupon = quoted(coupon, { price: 2550 })
    expect(couponButton(coupon)).toMatchObject({ label: 'change_bet', minor: 10_000n })
    expect(bodyOf(coupon)).toMatchObject({ SaleBetId: 77, IsPowerBet: false })
    const tax = {
      rule: 'X',
      stake: { mode: 'included' as const, rate: '0.125' },
      payout: { base: 'net' as const, rate: '0.20' },
      minPrice: 1060,
    }
    const taxed = quoted(reduce(coupon, { do: 'setup', setup: { ...SETUP, tax: { ...tax, returnsStakeTax: true } } }), { price: 2550 })
    // Its stake was taxed with the first bet: 255 less a fifth of what is won.
    expect(bodyOf(taxed)).toMatchObject({ Shown: { win: '224.00', price: '2.55', tax: '31.00' } })
  })
})

describe('several coupons', () => {
  it('lie in tabs, are stored, and come back', () => {
    let coupon = run(ready(offer(1)), { do: 'tabAdd' }, { do: 'toggle', offer: offer(2) }, { do: 'kind', kind: 'express' })
    expect([coupon.before.length, keys(coupon).length]).toEqual([1, 1])
    const back = run(EMPTY_COUPON, READY[0]!, {
      do: 'load',
      stored: readStored(JSON.parse(JSON.stringify(storedOf(coupon)))),
      policy: null,
    })
    expect([back.before[0]?.legs[0]?.gameId, back.legs[0]?.gameId]).toEqual([601, 602])
    coupon = reduce(coupon, { do: 'tabGo', index: 0 })
    expect([coupon.legs[0]?.gameId, coupon.after[0]?.legs[0]?.gameId]).toEqual([601, 602])
    coupon = reduce(coupon, { do: 'tabClose', index: 0 })
    expect([coupon.legs[0]?.gameId, coupon.after.length]).toEqual([602, 0])
    expect(run(ready(), { do: 'tabAdd' }).before).toHaveLength(0)
  })

  it('a bet on its way keeps its tab; after it the tab goes', () => {
    const two = run(ready(offer(1)), { do: 'tabAdd' }, { do: 'toggle', offer: offer(2) })
    const sending = send(reduce(two, limitsOf(two)))
    expect(reduce(sending, { do: 'tabGo', index: 0 })).toBe(sending)
    const after = reduce(answer(sending, { kind: 'placed', betId: '5', prices: [2000] }), { do: 'done', keep: false })
    expect([after.before.length, after.after.length, after.legs[0]?.gameId]).toEqual([0, 0, 601])
    expect(guid(1)).toHaveLength(24)
  })
})
