import { expect, test } from 'vitest'
import { legResult, resultName } from '#modules/payout/rules/leg.ts'
import { effectiveMarket, resultChanges, type MarketAction } from './effective.ts'

const say = (result: 'WIN' | 'LOSE' | 'VOID' | null, sentAt: number, certainty: 'live' | 'confirmed' = 'confirmed'): MarketAction => ({
  t: 'settle',
  certainty,
  sentAt,
  results: [{ t: 1, p: 0, playerId: 0, result: result && legResult(result) }],
})
const rollback = (sentAt: number): MarketAction => ({ t: 'settle.rollback', sentAt })
const knownAt = (...actions: MarketAction[]) => effectiveMarket(actions).results[0]?.knownAt

test('a result is known from the first statement on, whatever is said afterwards', () => {
  const said = [say(null, 500), say('WIN', 1_000, 'live'), say('LOSE', 90_000), say('WIN', 95_000), say('VOID', 99_000)]
  expect(said.map((_, i) => knownAt(...said.slice(0, i + 1)))).toEqual([null, 1_000, 1_000, 1_000, 1_000])
  expect(knownAt(...said.toReversed())).toBe(1_000)
  expect(effectiveMarket(said).results[0]).toMatchObject({ result: legResult('VOID'), confirmed: true })
})

test('a rollback ends that; the next statement is the first again', () => {
  const said = [say('WIN', 1_000), say('LOSE', 2_000), rollback(3_000), say(null, 4_000), say('WIN', 5_000), say('LOSE', 6_000)]
  expect(said.map((_, i) => knownAt(...said.slice(0, i + 1)))).toEqual([1_000, 1_000, null, null, 5_000, 5_000])
  expect(knownAt(...said.toReversed())).toBe(5_000)
})

test('a cancellation of what is undecided leaves alone what was known when it was sent, in any order of arrival', () => {
  const cancel: MarketAction = { t: 'cancel', from: null, to: 500, sentAt: 3_000, undecided: true }
  const voided = (...actions: MarketAction[]) => effectiveMarket(actions).results[0]?.voided.length
  expect([2_000, 3_000, 3_001].map((at) => voided(say('WIN', at), cancel))).toEqual([0, 0, 1])
  expect([2_000, 3_001].map((at) => voided(cancel, say('WIN', at, 'live'), say('LOSE', 9_000)))).toEqual([0, 1])
  expect(voided(say(null, 2_000), cancel, say('WIN', 4_000))).toBe(1)
  expect(voided(say('WIN', 5_000), cancel, { t: 'cancel.rollback', from: null, to: 500, sentAt: 6_000 })).toBe(0)
  expect(voided(say('WIN', 2_000), cancel, { ...cancel, undecided: false })).toBe(1)
  expect(effectiveMarket([cancel]).voided).toEqual([{ from: null, to: 500 }])
})

test('what a cancellation of the undecided found decided stands as it is put right later; what was open then stays void', () => {
  const cancel: MarketAction = { t: 'cancel', from: null, to: 500, sentAt: 3_000, undecided: true }
  const back: MarketAction = { t: 'cancel.rollback', from: null, to: 500, sentAt: 5_500 }
  const inForce = (...actions: MarketAction[]) => {
    const both = [actions, actions.toReversed()].map((said) => effectiveMarket(said).results[0]!)
    expect(both[1]).toEqual(both[0])
    return [both[0]!.result && resultName(both[0]!.result), both[0]!.voided.length]
  }
  expect(inForce(say('LOSE', 2_000), cancel, rollback(4_000), say('LOSE', 4_001))).toEqual(['LOSE', 0])
  expect(inForce(say('WIN', 2_000), cancel, rollback(4_000), say('LOSE', 9_000))).toEqual(['LOSE', 0])
  // Taken back and not told again it is open, as any result that is taken back.
  expect(inForce(say('WIN', 2_000), cancel, rollback(4_000))).toEqual([null, 0])
  expect(inForce(say('WIN', 2_000), rollback(2_500), cancel, say('WIN', 4_000))).toEqual(['WIN', 1])
  expect(inForce(say('WIN', 2_000), rollback(3_000), cancel, say('WIN', 4_000))).toEqual(['WIN', 1])
  expect(inForce(say('WIN', 2_000), rollback(2_500), say('LOSE', 3_000), cancel)).toEqual(['LOSE', 0])
  // Sent anew it finds what is decided by then; the one that it repeats still stands.
  const again = { ...cancel, sentAt: 6_000 }
  expect(inForce(cancel, say('WIN', 5_000), again)).toEqual(['WIN', 1])
  expect(inForce(cancel, say('WIN', 5_000), back, again)).toEqual(['WIN', 0])
  expect(inForce(say('WIN', 2_000), cancel, rollback(4_000), back, again, say('WIN', 7_000))).toEqual(['WIN', 1])
  expect(resultChanges([say('WIN', 2_000), { ...cancel, to: null }])).toEqual([])
})

test('of bets of the line alone what is decided is void too, and only the same word takes it back', () => {
  const line: MarketAction = { t: 'cancel', from: 501, to: null, sentAt: 500, line: true }
  const back: MarketAction = { t: 'cancel.rollback', from: 501, to: null, sentAt: 900 }
  const voided = (...actions: MarketAction[]) => {
    const [first, second] = [actions, actions.toReversed()].map((said) => effectiveMarket(said).results[0]!)
    expect(second).toEqual(first)
    return [first!.voided.length, first!.lineVoided.length]
  }
  expect(effectiveMarket([say('WIN', 400), line]).results[0]!.lineVoided).toEqual([{ from: 501, to: null }])
  expect(voided(say('WIN', 400), line)).toEqual([0, 1])
  expect(voided(say('WIN', 400), line, back)).toEqual([0, 1])
  expect(voided(say('WIN', 400), line, { ...back, line: true })).toEqual([0, 0])
  expect(voided(say('WIN', 400), line, { ...line, line: false })).toEqual([1, 1])
  expect(voided(say('WIN', 400), line, { ...line, line: false }, { ...back, line: true })).toEqual([1, 0])
  expect(effectiveMarket([line]).voided).toEqual([])
  expect(resultChanges([say('WIN', 400), { ...line, from: null }])).toEqual([])
})

test('a correction is told with what stood and what stands; the same said again, or for sure, is none', () => {
  const told = (...actions: MarketAction[]) =>
    resultChanges(actions).map(({ from, to, by }) => [resultName(from), to && resultName(to), by.sentAt])
  const cancel = (t: 'cancel' | 'cancel.rollback', sentAt: number, from: number | null = null): MarketAction => ({
    t,
    from,
    to: null,
    sentAt,
  })
  expect(told(say(null, 500), say('WIN', 1_000, 'live'), say('WIN', 2_000), say('LOSE', 3_000, 'live'))).toEqual([])
  const said = [say('WIN', 1_000, 'live'), say('LOSE', 2_000), say('WIN', 3_000)]
  expect(told(...said)).toEqual([
    ['WIN', 'LOSE', 2_000],
    ['LOSE', 'WIN', 3_000],
  ])
  expect(told(...said.toReversed())).toEqual(told(...said))
  expect(told(say('WIN', 1_000), rollback(2_000))).toEqual([['WIN', null, 2_000]])
  expect(told(say('WIN', 1_000), rollback(2_000), say('WIN', 3_000))).toEqual([])
  expect(told(say('WIN', 1_000), rollback(2_000), say('LOSE', 3_000))).toEqual([['WIN', 'LOSE', 3_000]])
  expect(told(say('WIN', 1_000), cancel('cancel', 2_000, 900))).toEqual([])
  expect(told(say('WIN', 1_000), cancel('cancel', 2_000))).toEqual([['WIN', 'VOID', 2_000]])
  expect(told(say('WIN', 1_000), cancel('cancel', 2_000), cancel('cancel.rollback', 3_000))).toEqual([
    ['WIN', 'VOID', 2_000],
    ['VOID', 'WIN', 3_000],
  ])
})
