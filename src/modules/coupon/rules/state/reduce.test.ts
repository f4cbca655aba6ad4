import { describe, expect, it } from 'vitest'
import { EMPTY_COUPON, type Coupon } from './coupon.ts'
import { currentJob, inFlight } from './flow.ts'
import { plannedBets } from './plan.ts'
import { compared, needsConsent, wireCheckCf, type Policy } from './policy.ts'
import { problemsOf } from './problems.ts'
import { reduce } from './reduce.ts'
import { mostStake } from './most-stake.ts'
import { refusalKind } from './refusal.ts'
import { NOW, offer, guid, run, READY, SETUP, limitsOf, ready, send, answer, priced, quoted, withLeg, refusedBy } from './sample-coupon.ts'
import { COUPON_STATES, couponButton, couponState } from './state.ts'
import { readStored, storedOf } from './stored.ts'
import { totals } from './totals.ts'

describe('states of ux 6.3', () => {
  it.each<[state: string, make: () => Coupon, label: string | null]>([
    ['empty', () => ready(), null],
    ['editing', () => ready(offer(1)), 'place'],
    ['checking', () => reduce(ready(offer(1)), { do: 'checkBegins' }), 'place'],
    ['changed', () => priced(ready(offer(1)), 0, 1900), 'accept'],
    ['invalid', () => withLeg(ready(offer(1)), 0, { status: 'suspended', reason: 'lock_goal' }), 'remove_suspended'],
    [
      'signed-out',
      () => reduce(ready(offer(1)), { do: 'session', session: { playerId: null, accountId: 0, balanceMinor: null } }),
      'sign_in',
    ],
    ['no-funds', () => run(ready(offer(1)), { do: 'stake', text: '15000' }), 'deposit'],
    ['sending', () => send(ready(offer(1))), 'sending'],
    ['waiting', () => answer(send(ready(offer(1))), { kind: 'wait', waitMs: 5000 }), 'waiting'],
    ['placed', () => answer(send(ready(offer(1))), { kind: 'placed', betId: '5', prices: [2000] }), 'done'],
    ['refused', () => answer(send(ready(offer(1))), refusedBy(104)), 'retry_at'],
    ['unknown', () => answer(send(ready(offer(1))), { kind: 'lost' }), 'checking'],
  ])('%s', (state, make, label) => {
    const coupon = make()
    expect(couponState(coupon)).toBe(state)
    expect(couponButton(coupon)?.label ?? null).toBe(label)
  })

  it('has every state of the table', () => {
    expect(new Set(COUPON_STATES).size).toBe(12)
  })

  it('takes the first of invalid, changed, signed-out, no-funds', () => {
    let coupon = run(priced(ready(offer(1), offer(2)), 0, 1900), {
      do: 'session',
      session: { playerId: null, accountId: 0, balanceMinor: null },
    })
    coupon = withLeg(coupon, 1, { status: 'suspended', reason: 'lock_trader' })
    expect(couponButton(coupon)).toMatchObject({ label: 'remove_suspended', count: 1 })
    coupon = reduce(coupon, { do: 'remove', keys: [coupon.legs[1]!.key] })
    expect(couponButton(coupon)?.label).toBe('accept')
    coupon = reduce(coupon, { do: 'accept' })
    expect(couponButton(coupon)?.label).toBe('sign_in')
    coupon = reduce(coupon, { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 150_000n } })
    expect(couponButton(coupon)).toMatchObject({ label: 'deposit', minor: 50_000n })
    coupon = reduce(coupon, { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 200_000n } })
    expect(couponButton(coupon)).toMatchObject({ label: 'place', minor: 200_000n })
  })
})

describe('stakes and sums', () => {
  it('reckons the win from the thousandths, half up', () => {
    const coupon = run(ready(offer(1, 3050), offer(2, 2620)), { do: 'stake', text: '2000' })
    expect(totals(coupon)).toMatchObject({ stakeMinor: 200_000n, returnMinor: 1_598_200n, profitMinor: 1_398_200n, cut: null })
  })

  it.each([
    ['', 'min_stake', 5_000n],
    ['10', 'min_stake', 5_000n],
    ['600000', 'max_stake', 50_000_000n],
    ['5000000', 'over_amount', 50_000_000n],
  ])('stake %j is %s and sets the right sum', (text, key, minor) => {
    const [problem] = problemsOf(run(ready(offer(1)), { do: 'stake', text }))
    expect(problem).toMatchObject({ key, fix: { do: 'setStake', minor } })
  })

  it('offers no stake that is refused: neither above what the server allows nor above the sum that none may pass', () => {
    const coupon = run(ready(offer(1)), { do: 'stake', text: '5000000' })
    const { key } = coupon.legs[0]!
    expect(mostStake(coupon, key)).toBe(50_000_000n)
    const limits = (maxMinor: bigint) =>
      reduce(coupon, { do: 'checked', legs: [], limits: { [key]: { minMinor: 1n, maxMinor, maxPayoutMinor: 0n } } })
    const wide = limits(10n ** 12n)
    expect(mostStake(wide, key)).toBe(400_000_000n)
    expect(problemsOf(wide)[0]).toMatchObject({ key: 'over_amount', fix: { do: 'setStake', minor: 400_000_000n } })
    // The price cannot be reckoned: there is no largest stake to name.
    expect(mostStake(limits(0n), key)).toBeNull()
  })

  it('cuts the win at the largest payout and says so', () => {
    const coupon = reduce(ready(offer(1, 9000)), {
      do: 'checked',
      legs: [],
      limits: { [ready(offer(1)).legs[0]!.key]: { minMinor: 1n, maxMinor: 10n ** 9n, maxPayoutMinor: 500_000n } },
    })
    expect(totals(coupon)).toMatchObject({ returnMinor: 500_000n, cut: 500_000n })
    expect(problemsOf(coupon).map((problem) => problem.key)).toEqual(['max_win'])
    expect(couponState(coupon)).toBe('editing')
  })

  it('keeps the typed stake and changes the template with the brand', () => {
    const setup = { ...SETUP, template: '3000' }
    expect(run(ready(offer(1)), { do: 'setup', setup }).stake).toBe('3000')
    expect(run(ready(offer(1)), { do: 'stake', text: '33' }, { do: 'setup', setup }).stake).toBe('33')
  })
})

describe('legs', () => {
  it('refuses two legs of one game in an express and takes them as singles', () => {
    const coupon = ready(offer(1), { ...offer(1), type: 2 }, offer(2))
    expect(problemsOf(coupon)[0]).toMatchObject({ key: 'incompatible', fix: { do: 'makeSingles' } })
    const singles = reduce(coupon, { do: 'kind', kind: 'singles' })
    expect(problemsOf(singles).filter((problem) => problem.key === 'incompatible')).toEqual([])
    expect(plannedBets(singles)).toHaveLength(3)
  })

  it('says that there are too many at the 51st and takes no 52nd', () => {
    const all = Array.from({ length: 52 }, (_, i) => offer(i))
    const coupon = ready(...all)
    expect(coupon.legs).toHaveLength(51)
    expect(couponButton(coupon)).toMatchObject({ label: 'remove_last' })
    expect(problemsOf(coupon).find((problem) => problem.key === 'max_legs')).toMatchObject({ count: 50 })
  })

  it('takes a started leg over into live under its new id', () => {
    const started = withLeg(ready(offer(1)), 0, { status: 'started', reason: 'lock_started', liveGameId: 999 })
    expect(couponButton(started)?.label).toBe('to_live')
    const moved = reduce(started, { do: 'moveLive', keys: [started.legs[0]!.key] })
    expect(moved.legs[0]).toMatchObject({ key: '999:1:0:0', kind: 1, gameId: 999, status: 'open' })
  })

  it('is locked while a bet is on its way, and starts anew after it', () => {
    const sending = send(ready(offer(1)))
    expect(reduce(sending, { do: 'toggle', offer: offer(2) })).toBe(sending)
    expect(reduce(sending, { do: 'stake', text: '1' })).toBe(sending)
    const placed = answer(sending, { kind: 'placed', betId: '5', prices: [2000] })
    expect(reduce(placed, { do: 'toggle', offer: offer(2) }).legs.map((leg) => leg.gameId)).toEqual([602])
    expect(reduce(placed, { do: 'done', keep: true }).legs).toHaveLength(1)
    expect(couponState(reduce(placed, { do: 'done', keep: false }))).toBe('empty')
  })
})

describe('price policy (ux 6.2)', () => {
  it.each<[Policy, checkCf: number, equal: boolean, up: boolean, down1: boolean, down4: boolean, down20: boolean]>([
    ['ask', 0, false, true, true, true, true],
    ['better', 2, false, false, true, true, true],
    ['drop2', 0, false, false, false, true, true],
    ['drop5', 0, false, false, false, false, true],
    ['drop10', 0, false, false, false, false, true],
    ['any', 1, false, false, false, false, false],
  ])('%s', (policy, checkCf, equal, up, down1, down4, down20) => {
    expect(wireCheckCf(policy)).toBe(checkCf)
    expect([2000, 2100, 1980, 1920, 1600].map((price) => needsConsent(policy, compared(0, [2000], [price])))).toEqual([
      equal,
      up,
      down1,
      down4,
      down20,
    ])
  })

  it('repeats once for the player inside his limit, under a new key, and says so', () => {
    const sending = send(reduce(ready(offer(1)), { do: 'policy', policy: 'drop5' }))
    const again = answer(priced(sending, 0, 1950), refusedBy(130), 55)
    expect(again.flow.at).toBe('sending')
    expect(currentJob(again.flow)).toMatchObject({
      guid: guid(55),
      repeated: true,
      body: { ApprovedBet: true, betGUID: guid(55), Events: [{ Coef: 1.95 }] },
    })
    const placed = answer(again, { kind: 'placed', betId: '8', prices: [1950] })
    expect(placed.flow).toMatchObject({ at: 'placed', jobs: [{ outcome: { acceptedForPlayer: true } }] })
    expect(answer(again, refusedBy(130), 56).flow.at).not.toBe('sending')
  })

  it('asks after 130 with the policy ask, and places at the new price when accepted', () => {
    const refused = answer(priced(send(ready(offer(1))), 0, 1900), refusedBy(130))
    expect(couponState(refused)).toBe('changed')
    const sent = send(reduce(refused, { do: 'accept' }), 20, true)
    expect(currentJob(sent.flow)?.body).toMatchObject({ ApprovedBet: true, CheckCf: 0, Events: [{ Coef: 1.9 }] })
    expect(currentJob(sent.flow)?.guid).toBe(guid(20))
  })
})

describe('answers', () => {
  it.each([
    [130, 'price'],
    [104, 'event'],
    [133, 'suspended'],
    [131, 'suspended'],
    [135, 'suspended'],
    [109, 'limit'],
    [158188, 'limit'],
    [158150, 'closed'],
    [129, 'closed'],
    [148, 'line'],
    [103, 'funds'],
    [161627, 'incompatible'],
    [900030, 'own_limit'],
    [900031, 'min'],
    [401, 'signed_out'],
    [403, 'proof'],
    [160, 'signed_out'],
    [900060, 'confirm'],
    [900001, 'kind'],
    [900002, 'kind'],
    [900041, 'bid'],
    [900051, 'change'],
    [7, 'other'],
  ])('code %i is %s', (code, kind) => {
    expect(refusalKind(code)).toBe(kind)
  })

  it('what was refused as it was put together is mended by the press, not sent again (XT-11)', () => {
    const express = () => run(ready(offer(1), offer(2)), { do: 'kind', kind: 'express' })
    const refused = (coupon: Coupon, code: number) => couponButton(answer(send(reduce(coupon, limitsOf(coupon))), refusedBy(code)))
    expect(refused(express(), 900002)).toMatchObject({ label: 'make_singles', fix: { do: 'makeSingles' } })
    expect(refused(ready(offer(1)), 900002)?.label).toBe('retry_at')
    expect(refused(express(), 161627)?.label).toBe('make_singles')
    // Nothing stands in the way after the fresh look: other figures had been shown.
    expect(refused(quoted(express(), {}), 161627)?.label).toBe('retry_at')
    expect(refused(quoted(express(), { why: 'x' }), 161627)?.label).toBe('make_singles')
    const bid = reduce(ready(offer(1)), { do: 'options', options: { bid: { price: '3', view: 0 } } })
    for (const code of [900040, 900041, 900042])
      expect(refused(bid, code)).toMatchObject({ label: 'drop_bid', fix: { do: 'setOptions', options: { bid: null } } })
    const sale = quoted({ ...express(), sale: { betId: '5', power: false } }, { price: 4000 })
    expect(refused(sale, 900051)).toMatchObject({ label: 'leave_bet', fix: { do: 'leave' } })
  })

  it('a bonus account pays for no bet: the press takes the account of money', () => {
    const session = { playerId: 7, accountId: 71, balanceMinor: 900_000n, isBonus: true }
    const coupon = reduce(ready(offer(1)), { do: 'session', session })
    expect(couponButton(coupon)).toMatchObject({ label: 'money_account', fix: { do: 'moneyAccount' } })
    expect(couponButton(reduce(coupon, { do: 'session', session: { ...session, isBonus: false } }))?.label).toBe('place')
  })

  it('a price that moved during the wait is told as a refusal, with its reason (XT-12)', () => {
    const waiting = answer(send(ready(offer(1, 2000, 1))), { kind: 'wait', waitMs: 4000 })
    const refused = answer(priced(reduce(waiting, { do: 'repeat', guid: guid(1) }), 0, 1500), refusedBy(130))
    expect(couponState(refused)).toBe('refused')
    expect(couponButton(refused)).toMatchObject({ label: 'bet_at', price: 1500n, fix: { do: 'retry' } })
    expect(refused.flow).toMatchObject({ refusal: { waited: true } })
  })

  it('keeps the same body and key through waiting and the unknown', () => {
    const sending = send(ready(offer(1, 2000, 1)))
    const body = currentJob(sending.flow)!.body
    const waiting = answer(sending, { kind: 'wait', waitMs: 4000 })
    expect(waiting.flow).toMatchObject({ at: 'waiting', untilMs: NOW + 4000 })
    const repeated = reduce(waiting, { do: 'repeat', guid: guid(1) })
    const lost = answer(repeated, { kind: 'lost' })
    expect([waiting, repeated, lost].map((coupon) => currentJob(coupon.flow)?.body)).toEqual([body, body, body])
    expect(couponState(answer(lost, { kind: 'placed', betId: '1', prices: [2000] }))).toBe('placed')
  })

  it('a signed-out answer to a first call signs out; to a repeated one it leaves the bet unknown', () => {
    expect(couponState(answer(send(ready(offer(1))), refusedBy(401)))).toBe('signed-out')
    const asked = answer(answer(send(ready(offer(1))), { kind: 'lost' }), refusedBy(401))
    expect(couponState(asked)).toBe('unknown')
    expect(couponButton(asked)?.label).toBe('sign_in')
  })

  it('a player who did not prove himself is still there: a first call is refused and can be made again, a bet on its way is asked for', () => {
    const refused = answer(send(ready(offer(1))), refusedBy(403))
    expect(refused).toMatchObject({ flow: { at: 'refused', refusal: { kind: 'proof' } }, session: { playerId: 7 } })
    expect(couponButton(refused)).toMatchObject({ label: 'retry_at', fix: { do: 'retry' } })
    const asked = answer(answer(send(ready(offer(1))), { kind: 'lost' }), refusedBy(403))
    expect(couponButton(asked)).toMatchObject({ label: 'checking', busy: true })
    expect(couponState(answer(asked, { kind: 'placed', betId: '1', prices: [2000] }))).toBe('placed')
    // Of several bets the next one is not sent: it would be refused alike.
    const several = reduce(ready(offer(1), offer(2)), { do: 'kind', kind: 'singles' })
    expect(answer(send(reduce(several, limitsOf(several))), refusedBy(403)).flow).toMatchObject({
      at: 'refused',
      jobs: [{}, { outcome: null }],
    })
  })

  it('places singles one after another and keeps those that were refused', () => {
    let coupon = reduce(ready(offer(1), offer(2)), { do: 'kind', kind: 'singles' })
    coupon = send(reduce(coupon, limitsOf(coupon)))
    expect(coupon.flow).toMatchObject({ at: 'sending', jobs: [{ guid: guid(1) }, { guid: guid(2) }] })
    coupon = answer(coupon, { kind: 'placed', betId: '11', prices: [2000] })
    expect(currentJob(coupon.flow)?.guid).toBe(guid(2))
    coupon = answer(coupon, refusedBy(109))
    expect(couponState(coupon)).toBe('refused')
    expect(coupon.legs.map((leg) => leg.gameId)).toEqual([602])
    expect(coupon.receipts.map((job) => job.outcome)).toMatchObject([{ betId: '11' }])
  })

  it('an answer to an older call changes nothing', () => {
    const sending = send(ready(offer(1)))
    expect(reduce(sending, { do: 'answer', guid: guid(77), answer: { kind: 'lost' }, nowMs: NOW, spareGuid: guid(3) })).toBe(sending)
  })
})

describe('what is stored', () => {
  it('a bet on its way comes back as unknown with its key, and later bets of the same press are not sent', () => {
    let coupon = reduce(ready(offer(1), offer(2)), { do: 'kind', kind: 'singles' })
    coupon = send(reduce(coupon, limitsOf(coupon)))
    const stored = readStored(JSON.parse(JSON.stringify(storedOf(coupon))))
    const back = run(EMPTY_COUPON, READY[0]!, { do: 'load', stored, policy: null }, READY[2]!)
    expect(couponState(back)).toBe('unknown')
    expect(back.flow).toMatchObject({ jobs: [{ guid: guid(1) }] })
    expect(inFlight(back.flow) && back.flow.jobs).toHaveLength(1)
  })

  it('another player does not see it; its own player finds it again', () => {
    const lost = answer(send(ready(offer(1))), { kind: 'lost' })
    const other = reduce(lost, { do: 'session', session: { playerId: 8, accountId: 80, balanceMinor: 10_000_000n } })
    expect(inFlight(other.flow)).toBe(false)
    expect(other.legs).toHaveLength(1)
    const own = run(other, { do: 'session', session: { playerId: null, accountId: 0, balanceMinor: null } }, READY[2]!)
    expect(currentJob(own.flow)?.guid).toBe(guid(1))
  })

  it.each([
    ['its own player', 7, 'FREE'],
    ['nobody: he has signed out', null, undefined],
    ['another player', 8, undefined],
  ])('read again by %s: the selections are there, what stands on his money is his alone (XT-82)', (_who, playerId, code) => {
    const promo = { code: 'FREE', name: '', minor: '50000', bad: '' }
    const chosen = run(ready(offer(1)), { do: 'options', options: { promo, bid: { price: '3', view: 0 } } })
    const coupon = run(chosen, { do: 'tabAdd' }, { do: 'toggle', offer: offer(2) }, { do: 'options', options: { promo } })
    const stored = readStored(JSON.parse(JSON.stringify(storedOf(coupon))))
    const session = { playerId, accountId: 0, balanceMinor: null }
    const back = run(EMPTY_COUPON, READY[0]!, { do: 'session', session }, { do: 'load', stored, policy: null })
    expect([back.legs.length, back.before[0]?.legs.length]).toEqual([1, 1])
    expect([back.options.promo?.code, back.before[0]?.options.promo?.code]).toEqual([code, code])
    // The account comes a moment later, and changes nothing of it.
    const known = reduce(back, { do: 'session', session: { ...session, accountId: playerId === null ? 0 : 70, balanceMinor: 5_000n } })
    expect(known.options.promo?.code).toBe(code)
  })

  it.each([null, 1, 'x', {}, { v: 2, legs: [] }, { v: 1, legs: 'x' }])('%j is not taken for a coupon', (value) => {
    expect(readStored(value)).toBeNull()
  })
})

it('the bet on a duel says who plays it', () => {
  const duel = { ...offer(1), duel: [[11, 12], [13]] }
  expect(currentJob(send(ready(duel)).flow)?.body['Events']).toMatchObject([
    {
      GameId: 601,
      PlayersDuel: [
        { Team: 1, PlayerIds: [11, 12] },
        { Team: 2, PlayerIds: [13] },
      ],
    },
  ])
})
