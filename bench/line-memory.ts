/**
 * Memory of a process that holds a line of 5,560 games with 300,000 outcomes, indexes and search included; limit
 * 700 MB. Beside it facts a second, and searches, of which the slowest counts: the first one, which finds nothing in
 * order, and the first after a game has come, as much as those that are typed letter by letter. Limit 50 ms.
 *
 *   node bench/line-memory.ts
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { pause, say, tellLoad, tellMost } from './support/figures.ts'

const GAMES = 5_560
const CHANGES = 20_000
const MOST_MB = 700
const MOST_SEARCH_MS = 50
const WORDS = ['arden city', 'арден сити', 'hrabour untied', 'lowland', 'castle wanderers 12']
const clock = { now: () => SAMPLE_START }
const texts = { text: (_lng: string, key: string) => key }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function facts(n: number) {
  const game = sampleGame({ n, championshipId: 910_000 + Math.floor(n / 25), parts: ['h1', 'h2', 'corners', 'cards'] })
  return [sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, game.ci)]
}

const line = createLine({ clock, texts })
for (let n = 0; n < GAMES; n += 1) line.apply(structuredClone(facts(n)))
let outcomes = 0
for (const game of line.book.games.values())
  for (const part of game.parts.values()) for (const market of part.markets.values()) outcomes += market.outcomes.length
say(`     ${line.book.games.size} games, ${outcomes} outcomes`)
// What the loading left behind is given back to the system a little after the collection.
collect()
await pause(2_000)
collect()
const { rss, heapUsed } = process.memoryUsage()
say(`     heap ${(heapUsed / 2 ** 20).toFixed(0)} MB`)
tellMost('line-memory', rss / 2 ** 20, 'MB', MOST_MB)

const begun = performance.now()
for (let k = 0; k < CHANGES; k += 1) {
  const { ci } = sampleGame({ n: k % GAMES })
  const markets = footballMarkets(k).slice(0, 3)
  line.apply([sampleFact({ t: 'odds.delta', game: '', markets }, ci, { sentAt: SAMPLE_START + k })])
}
say(`     ${Math.round((CHANGES / (performance.now() - begun)) * 1000)} facts a second of three markets each, making the fact included`)

function search(word: string): number {
  const from = performance.now()
  const found = line.answers.search.find(word, false, () => true, 50)
  const ms = performance.now() - from
  say(`     search "${word}": ${ms.toFixed(1)} ms, ${found.length} found`)
  return ms
}

const took = WORDS.map(search)
line.apply(facts(GAMES))
took.push(search('arden'))
tellMost('line-memory search', Math.max(...took), 'ms', MOST_SEARCH_MS)
tellLoad()
