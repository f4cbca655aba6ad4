/** Every outcome that is priced belongs to the market in which it is priced: a cancel names markets and no outcomes (feeds 4.3). */
import { expect, test } from 'vitest'
import { marketOf } from '../../src/compose/open-bets.ts'
import { allMarketTypes, marketType, type MarketType } from '#modules/line/rules/market-book.ts'
import { hasParam, likeOfMarket } from '#modules/line/rules/spec-of-param.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { parseOutcomeKey } from '../support/outcome-key.ts'
import { priceGame } from '#modules/pricing/rules/price-game.ts'
import { belongsTo } from '#modules/settlement/rules/market-outcomes.ts'
import { courseOf, fieldInputs, inputAfter, inputBefore, SAMPLE_GAMES } from '../support/sample-games.ts'

const STRENGTHS = [0.1, 0.5, -0.3, 1, 0.2, 0.9, 0.4, 0.3, 0.25, 0.1, 0.05, 0.3]
const games = SAMPLE_GAMES.map((row) => {
  const course = courseOf(row, 'own-market')
  return [inputBefore(row), ...[0.1, 0.3, 0.5, 0.7, 0.9].map((share) => inputAfter(row, course, share))]
})
const priced = [...games, ...fieldInputs(STRENGTHS).map((input) => [input])].map((inputs) =>
  inputs
    .flatMap((input) => priceGame(input))
    .flatMap(({ key, spec, outcomes }) =>
      outcomes.map((outcome) => {
        const { t, p, playerId } = parseOutcomeKey(outcome.key)
        return { key, spec, t, p: paramKey(p), playerId }
      }),
    ),
)

test('every outcome of every priced market belongs to its own market', () => {
  const strays = priced.flat().filter(({ key, spec, ...outcome }) => !belongsTo(marketType(key), spec, outcome))
  expect(strays).toEqual([])
})

test('and to no market that is the same but for its line', () => {
  const doubles = priced.flatMap((outcomes) => {
    const specs = new Map<string, Set<string>>()
    for (const { key, spec } of outcomes) specs.set(key, (specs.get(key) ?? new Set()).add(spec))
    return outcomes.filter(({ key, spec, ...outcome }) => {
      // What has no specifier claims all of its types, and lists of scores that differ in length share their scores.
      const others = [...specs.get(key)!].filter((other) => other !== spec && other !== '' && !other.startsWith('max='))
      return others.some((other) => belongsTo(marketType(key), other, outcome))
    })
  })
  expect(doubles).toEqual([])
})

test('after a restart a bet brings back the market that it was made in', () => {
  const lost = priced.flat().filter(({ key, spec, ...outcome }) => marketOf({ ci: 1, ...outcome }, [`${key}|${spec}`])?.spec !== spec)
  expect(lost).toEqual([])
})

test('and the same where nothing of it is offered any more, but for how far a list of scores went', () => {
  const named = (spec: string | undefined) => spec?.replace(/^max=.*/, '')
  const lost = priced.flat().filter(({ spec, ...outcome }) => named(marketOf({ ci: 1, ...outcome }, [])?.spec) !== named(spec))
  expect(lost).toEqual([])
})

test('what has no specifier claims no outcome of the same key that has a number', () => {
  const isMixed = ({ outcomes }: MarketType) => outcomes.some(hasParam) && !outcomes.every(hasParam)
  const mixed = [...allMarketTypes()].filter((market) => isMixed(market) && likeOfMarket(market) === 'n=0')
  expect(mixed.map(({ key }) => key)).toContain('result_and_btts')
  for (const market of mixed) {
    const claims = (t: number) => [0, 2].map((p) => belongsTo(market, '', { t, p: paramKey(p), playerId: 0 }))
    for (const type of market.outcomes) expect(claims(type.t)).toEqual([!hasParam(type), false])
  }
})
