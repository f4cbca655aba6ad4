import { expect, test } from 'vitest'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import type { ResolvedGame } from '#modules/feeds/rules/resolved.ts'
import { tableChampionship } from './who-wins.ts'

const line = createLine({ clock: { now: () => SAMPLE_START }, texts: { text: (_lng, key) => key } })

function put(n: number, name: string, type: 'league' | 'outright'): ResolvedGame {
  const game = sampleGame({ n, championshipId: 930_000 + n })
  game.championship = { ...game.championship, type, names: { en: name } }
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: [] }, game.ci)])
  return game
}

test('bets on a season stand in a championship of their own: their table is that of the league', () => {
  const league = put(1, 'Lowland. First Division', 'league').championship.id
  const longTerm = put(2, 'Lowland. First Division. Long-term', 'outright').championship.id
  const alone = put(3, 'Lowland. Song contest', 'outright').championship.id
  expect([league, longTerm, alone, 5].map((id) => tableChampionship(line.answers, id))).toEqual([league, league, alone, 5])
})
