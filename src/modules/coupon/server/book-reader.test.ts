/** The reader on the real book: what the line module says is what coupons see. */
import { beforeEach, expect, test } from 'vitest'
import {
  footballMarkets,
  sampleFact,
  sampleGame,
  sampleGameFact,
  sampleLive,
  sampleMarket,
  SAMPLE_START,
} from '#modules/line/rules/sample-facts.ts'
import { createLine, type Line } from '#modules/line/server/index.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { selectionFault, type LineReader } from '../rules/selection.ts'
import { relationReason } from '../rules/relation.ts'
import type { FactBody } from '#modules/feeds/rules/fact.ts'
import type { CouponEventRequest } from '../contract.ts'
import { createBookReader } from './book-reader.ts'
import { priceLegs } from './price-coupon.ts'
import { relatedGame } from './request.ts'

const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
const NOW = SAMPLE_START - 3_600_000
const game = sampleGame({ n: 1, parts: ['h1', 'corners'], startsAt: SAMPLE_START })
const [full, half, corners] = game.parts
let line: Line
let reader: LineReader

beforeEach(() => {
  line = createLine({ clock: { now: () => NOW }, texts })
  reader = createBookReader({ ...line, text: texts.text })
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets() }, game.ci)])
})

const onTotal = (p: number) => ({ gameId: full!.i, t: 9, p, playerId: 0, kind: 3, price: 2000 })

test('an outcome has its price, group and names', () => {
  expect(reader.findOutcome(full!.i, 9, 2.5, 0)).toMatchObject({ price: 2000, active: true, marketStatus: 'active', g: 17, gs: 4 })
  expect(reader.findOutcome(full!.i, 7, -1.5, 0)).toMatchObject({ g: 2 })
  expect(reader.findOutcome(full!.i, 731, 2.001, 0)).not.toBeNull()
  expect(reader.names(full!.i, 9, 2.5, 0, 'en')).toMatchObject({ outcome: 'Over 2.5', group: 'Total', periodName: '' })
  expect(reader.names(full!.i, 9, 2.5, 0, 'ru').outcome).toBe('Больше 2.5')
  expect(reader.names(full!.i, 731, 2.001, 0, 'en').outcome).toBe('Score 2-1')
  const { opp1, opp2 } = reader.names(full!.i, 7, -1.5, 0, 'en')
  expect(opp1).not.toBe('')
  expect(reader.names(full!.i, 7, -1.5, 0, 'en').outcome).toBe(`${opp1} (−1.5)`)
  expect(reader.names(full!.i, 8, 1.5, 0, 'en').outcome).toBe(`${opp2} (+1.5)`)
})

test('beside a price that a trader has set stands no chance: a bid is not measured by that of another price', () => {
  expect(reader.findOutcome(full!.i, 9, 2.5, 0)!.prob).toBeGreaterThan(0)
  const markets = footballMarkets().map((market) => ({
    ...market,
    outcomes: market.outcomes.map(({ key, active, price = 2000 }) => ({ key, active, price })),
  }))
  const odds = { t: 'odds.delta' as const, game: game.ref, markets }
  line.apply([sampleFact(odds, game.ci, { sentAt: SAMPLE_START + 1, provider: 'trader', producer: 'trader' })])
  expect(reader.findOutcome(full!.i, 9, 2.5, 0)).toMatchObject({ price: 2000, prob: 0 })
})

test('a race is called as the line calls it, beside its course', () => {
  const field = sampleGame({ n: 7, type: 'race' })
  const sides = [...field.sides, { ...field.sides[0]!, id: 70_099, ref: 'r3' }]
  const race = { ...field, sides, about: { title: { en: 'Race 5, 2000 m', ru: 'Забег 5, 2000 м' } } }
  line.apply([sampleGameFact(race)])
  const names = reader.names(race.parts[0]!.i, 2637, 0, race.sides[0]!.id, 'ru')
  expect(names).toMatchObject({ opp1: 'Забег 5, 2000 м', opp2: '', championship: 'Лоуленд. Дивизион 910101' })
})

test('answers of a long-term bet stand under its question, as in the line; a race keeps the name of its market', () => {
  const answered = (n: number, type: 'outright' | 'race') => {
    const field = sampleGame({ n, type })
    const sides = [...field.sides, { ...field.sides[0]!, id: 70_099, ref: 'r3' }]
    const asked = { ...field, sides, about: { title: { en: 'To be relegated 2026', ru: 'Вылетит из лиги 2026' } } }
    const [{ ref, id }] = sides as [(typeof sides)[0]]
    const answers = sampleMarket('outright', '', [[`2637@${ref}`, 2000]])
    const odds = sampleFact({ t: 'odds.delta', game: asked.ref, markets: [answers] }, asked.ci)
    line.apply([sampleGameFact(asked), { ...odds, playerIds: { [ref]: id } }])
    return reader.names(asked.parts[0]!.i, 2637, 0, id, 'ru')
  }
  expect(answered(9, 'outright')).toMatchObject({ opp1: 'Вылетит из лиги 2026', group: 'Вылетит из лиги 2026' })
  expect(answered(10, 'race')).toMatchObject({ opp1: 'Вылетит из лиги 2026', group: 'Победитель' })
})

test('a game and one that its course decides do not go together', () => {
  const pair = sampleGame({ n: 8 })
  line.apply([sampleGameFact({ ...pair, about: { of: [game.ref] } })])
  const [one, two] = [game, pair].map(({ parts }) => relatedGame(reader.findGame(parts[0]!.i)!))
  expect([relationReason(one!, two!), relationReason(two!, one!)]).toEqual(['course', 'course'])
  expect(relationReason(relatedGame(reader.findGame(corners!.i)!), two!)).toBe('course')
})

test('parts are games of their own and know their main game', () => {
  expect(reader.findGame(half!.i)).toMatchObject({ ci: half!.ci, mainCi: full!.ci, mainGameId: full!.i })
  expect(reader.names(half!.i, 1, 0, 0, 'en').periodName).toBe('1st half')
  expect(reader.names(corners!.i, 1, 0, 0, 'en').gameType).not.toMatch(/^type_|^$|line:/)
  expect(reader.findByConstant(half!.ci)?.gameId).toBe(half!.i)
})

test('constant ids, unknown games and outcomes that never were are not known', () => {
  expect(reader.findGame(full!.ci)).toBeNull()
  expect(selectionFault({ ...onTotal(2.5), gameId: 5 }, reader, NOW)?.wire).toBe(104)
  expect(selectionFault({ ...onTotal(2.5), t: 424 }, reader, NOW)?.wire).toBe(104)
})

test('open, moved, suspended, begun', () => {
  expect(selectionFault(onTotal(2.5), reader, NOW)).toBeNull()
  expect(selectionFault(onTotal(9.5), reader, NOW)?.wire).toBe(148)
  expect(selectionFault(onTotal(2.5), reader, SAMPLE_START)?.wire).toBe(158_150)
  line.apply([
    sampleFact({ t: 'bet.stop', game: game.ref, groups: 'all', to: 'suspended', reason: 'goal' }, game.ci, { sentAt: SAMPLE_START + 1 }),
  ])
  expect(selectionFault(onTotal(2.5), reader, NOW)?.wire).toBe(133)
})

test('a stop of the whole game by a person holds its betting, one of a market a price, until it is lifted', () => {
  const hand = (body: FactBody) =>
    line.apply([sampleFact(body, game.ci, { sentAt: SAMPLE_START + 1, provider: 'trader', producer: 'trader' })])
  const stop = (to: 'suspended' | 'active') => hand({ t: 'bet.stop', game: game.ref, groups: 'all', to, reason: 'trader' })
  const faultOf = (p: number) => selectionFault(onTotal(p), reader, NOW)?.wire
  const total = footballMarkets().find(({ spec }) => spec === 'line=2.5')
  hand({ t: 'odds.delta', game: game.ref, markets: [{ ...total!, status: 'suspended', reason: 'trader', outcomes: [] }] })
  expect([2.5, 3.5].map(faultOf)).toEqual([131, undefined])
  stop('suspended')
  expect([2.5, 3.5].map(faultOf)).toEqual([133, 133])
  const leg = { GameId: full!.i, Type: 9, Coef: 2, Param: 2.5, Kind: 3, PlayerId: 0 } as CouponEventRequest
  expect(priceLegs([leg], reader, NOW, 'en')).toMatchObject([{ blocked: true, gameBlocked: true }])
  hand({ t: 'cancel', game: game.ref, markets: [total!] })
  expect([2.5, 3.5].map(faultOf)).toEqual([158_150, 133])
  stop('active')
  expect([2.5, 3.5].map(faultOf)).toEqual([158_150, undefined])
})

test('a game in play has its score', () => {
  const live = sampleGame({ n: 2, kind: 1, status: 'live' })
  line.apply([sampleGameFact(live), sampleFact(sampleLive([2, 1]), live.ci)])
  expect(reader.findGame(live.parts[0]!.i)).toMatchObject({ kind: 1, score: [2, 1], mainScore: [2, 1] })
})

test('of a part that nobody has told to its end the score is unknown, and not 0:0', () => {
  const live = sampleGame({ n: 2, kind: 1, status: 'live', parts: ['h1', 'h2', 'corners', 'cards'] })
  const periods = [{ no: 1, code: 'h1', score: [1, 0] as [number, number] }]
  const stats: Record<string, [number, number]> = { corners: [4, 2], yellow: [1, 0] }
  const told = (status: 'live' | 'ended', more: Parameters<typeof sampleLive>[1]) => {
    const state = sampleFact(sampleLive([2, 1], { stats, ...more }), live.ci)
    line.apply([sampleGameFact(live), state, sampleGameFact({ ...live, status })])
    return live.parts.map(({ i }) => reader.findGame(i)!).map(({ score, isScoreUnknown }) => (isScoreUnknown ? null : score))
  }
  expect(told('live', { periods })).toEqual([[2, 1], [1, 0], [0, 0], [4, 2], [1, 0]]) // prettier-ignore
  expect(told('ended', { periods })).toEqual([[2, 1], [1, 0], null, null, null]) // prettier-ignore
  const second = { no: 2, code: 'h2', score: [1, 1] as [number, number] }
  expect(told('ended', { periods: [...periods, second] })).toEqual([[2, 1], [1, 0], [1, 1], [4, 2], [1, 0]]) // prettier-ignore
})
