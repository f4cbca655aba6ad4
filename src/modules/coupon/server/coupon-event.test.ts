/** Texts of events that are kept say what the objects say, whatever changes between two answers. */
import { expect, test } from 'vitest'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { loadTexts } from '#platform/server/texts.ts'
import type { CouponEventRequest } from '../contract.ts'
import { createBookReader } from './book-reader.ts'
import { eventText, wireCouponEvent } from './coupon-event.ts'
import { priceLegs } from './price-coupon.ts'

const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
const NOW = SAMPLE_START - 3_600_000
const game = sampleGame({ n: 1, startsAt: SAMPLE_START })
const line = createLine({ clock: { now: () => NOW }, texts })
const reader = createBookReader({ ...line, text: texts.text })
line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets() }, game.ci)])

const event = (more: Partial<CouponEventRequest> = {}): CouponEventRequest => ({
  GameId: game.parts[0]!.i,
  Type: 9,
  Param: 2.5,
  Coef: 2,
  Kind: 3,
  PlayerId: 0,
  PV: null,
  ...more,
})

/** The text of a leg, compared with its object, twice: made and kept. */
function told(request: CouponEventRequest, { lng = 'en', cfView = 0, now = NOW, isPlaced = false } = {}): Record<string, unknown> {
  const [leg] = priceLegs([request], reader, now, lng)
  const object = { ...wireCouponEvent(leg!, cfView), ...(isPlaced ? { OriginalPlayerId: 0 } : {}) }
  for (let again = 0; again < 2; again += 1) expect(JSON.parse(eventText(leg!, cfView, isPlaced))).toEqual(object)
  return object
}

test('the sub-sport is that of the championship', () => {
  const other = sampleGame({ n: 2, startsAt: SAMPLE_START, championshipId: 910_401 })
  other.championship = { ...other.championship, about: { subSport: { id: 86, names: { en: 'Counter-Strike' } } } }
  line.apply([sampleGameFact(other), sampleFact({ t: 'odds.delta', game: other.ref, markets: footballMarkets() }, other.ci)])
  expect(told(event({ GameId: other.parts[0]!.i }))).toMatchObject({ SubSportId: 86, ChampId: 910_401 })
  expect(told(event())).toMatchObject({ SubSportId: 0 })
})

test('every field that can differ makes another text', () => {
  const first = told(event())
  const others = [
    told(event(), { cfView: 1 }),
    told(event(), { lng: 'ru' }),
    told(event(), { now: SAMPLE_START }),
    told(event(), { isPlaced: true }),
    told(event({ PV: 'a "quoted" one' })),
    told(event({ Param: 1.5 })),
    told(event({ Type: 10 })),
    told(event({ Kind: 1 })),
    // Gone from the line: the price that was seen stands.
    told(event({ Type: 424, Coef: 3 })),
    told(event({ Type: 424, Coef: 4 })),
    told(event({ GameId: 5 })),
  ]
  expect(first).toMatchObject({ Coef: 2, Block: false })
  expect(
    others.slice(0, 4).map(({ CV, FullName, Finish, OriginalPlayerId }) => [CV, FullName !== first['FullName'], Finish, OriginalPlayerId]),
  ).toEqual([
    ['1/1', false, false, undefined],
    ['2', true, false, undefined],
    ['2', false, true, undefined],
    ['2', false, false, 0],
  ])
})

test('what happens to the game is in the next text', () => {
  told(event())
  line.apply([
    sampleFact({ t: 'bet.stop', game: game.ref, groups: 'all', to: 'suspended', reason: 'goal' }, game.ci, { sentAt: SAMPLE_START + 1 }),
  ])
  expect(told(event())).toMatchObject({ Block: true, IsBlock: true })
})
