import { expect, test } from 'vitest'
import { loadTexts } from '#platform/server/texts.ts'
import { feedQuery } from '../rules/feed-query.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleMarket } from '../rules/sample-facts.ts'
import { createLine } from './line.ts'
import { type Asked, listed, topGames } from './selection.ts'

const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
const line = createLine({ clock: { now: () => SAMPLE_START - 3_600_000 }, texts })
const asked: Asked = {
  kind: 3,
  brand: { id: 'test', sportsOrder: [] },
  query: feedQuery({ lng: 'en' }, { lng: 'en', format: 0, countryId: 0 }),
}
const cisOf = () => listed(line.answers, asked).map(({ ci }) => ci)

function add(n: number): number {
  const game = sampleGame({ n })
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, game.ci)])
  return game.ci
}

test('a remembered list is never older than the games that come, go and lose their last price', () => {
  const first = add(1)
  expect(cisOf()).toEqual([first])
  const second = add(2)
  expect(cisOf()).toEqual([first, second])
  expect(topGames(line.answers, asked)).toHaveLength(2)
  const stop = sampleFact({ t: 'bet.stop', game: '', groups: 'all', to: 'inactive', reason: 'other' }, second, { sentAt: SAMPLE_START + 1 })
  line.apply([stop])
  expect(cisOf()).toEqual([first])
  expect(topGames(line.answers, asked)).toHaveLength(1)
})

test('whoever asks again gets the same list until a game comes', () => {
  const before = listed(line.answers, asked)
  expect(listed(line.answers, asked)).toBe(before)
  add(3)
  expect(listed(line.answers, asked)).not.toBe(before)
})

test('of long-term bets a team has those that offer something on it', () => {
  const game = sampleGame({ n: 4, type: 'outright' })
  const [priced, left] = game.sides.map(({ id }) => id) as [number, number]
  line.apply([
    sampleGameFact(game),
    {
      ...sampleFact({ t: 'odds.delta', game: '', markets: [sampleMarket('outright', '', [['2637@r1', 2500]])] }, game.ci),
      playerIds: { r1: priced },
    },
  ])
  const of = (team: number) => {
    const query = feedQuery({ lng: 'en', teams: `${team}` }, { lng: 'en', format: 0, countryId: 0 })
    return listed(line.answers, { ...asked, query }).map(({ ci }) => ci)
  }
  expect(of(priced)).toContain(game.ci)
  expect(of(left)).not.toContain(game.ci)
})

test('the order that was made before is worth nothing when a game moves: it is the one that a new line makes', () => {
  const games = [10, 11, 12, 13, 14].map((n) => sampleGame({ n, championshipId: 910_500 + (n % 2), weight: 10 * n }))
  const factsOf = (own: typeof games) =>
    own.flatMap((game) => [sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(1) }, game.ci)])
  const later = { ...games[0]!, startsAt: games[4]!.startsAt + 3_600_000, version: 2 }
  const moved = { ...sampleGameFact(later), fact: { ...sampleGameFact(later).fact, sentAt: SAMPLE_START + 5 } }
  const lists = (own: typeof line) =>
    [
      feedQuery({ lng: 'en' }, { lng: 'en', format: 0, countryId: 0 }),
      feedQuery({ lng: 'en', sports: '1' }, { lng: 'en', format: 0, countryId: 0 }),
    ].flatMap((query) => [undefined, 50].map((limit) => listed(own.answers, { ...asked, query }, {}, limit).map(({ ci }) => ci)))
  const clock = { now: () => SAMPLE_START - 3_600_000 }
  const kept = createLine({ clock, texts })
  kept.apply(factsOf(games))
  const before = lists(kept)
  kept.apply([moved])
  const fresh = createLine({ clock, texts })
  fresh.apply([...factsOf(games.toReversed()), moved])
  expect(lists(kept)).toEqual(lists(fresh))
  expect(lists(kept)).not.toEqual(before)
  expect(lists(kept)[0]).toHaveLength(5)
})
