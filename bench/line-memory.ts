/**
 * Memory of the book (5,000 games of 60 outcomes), first alone, then with indexes and search; the time of a
 * fact and of a search. Run with --expose-gc for settled figures.
 *
 *   node --expose-gc bench/line-memory.ts
 */
import { applyFact } from '#modules/line/rules/apply-fact.ts'
import { emptyBook } from '#modules/line/rules/book.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'

const GAMES = 5_000
const clock = { now: () => SAMPLE_START }
const texts = { text: (_lng: string, key: string) => key }

function facts(n: number) {
  const game = sampleGame({ n, championshipId: 910_000 + Math.floor(n / 25), parts: ['h1', 'h2', 'corners', 'cards'] })
  return [sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, game.ci)]
}

function used(): { heap: number; rss: number } {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 }
}
const text = (label: string, before: ReturnType<typeof used>, after: ReturnType<typeof used>): string =>
  `${label}: heap +${(after.heap - before.heap).toFixed(0)} MB, rss +${(after.rss - before.rss).toFixed(0)} MB`

const empty = used()
const book = emptyBook()
for (let n = 0; n < GAMES; n += 1) for (const fact of structuredClone(facts(n))) applyFact(book, fact)
let outcomes = 0
for (const game of book.games.values())
  for (const part of game.parts.values()) for (const market of part.markets.values()) outcomes += market.outcomes.length
const alone = used()
console.log(`${book.games.size} games, ${outcomes} outcomes`)
console.log(text('book alone', empty, alone))

const line = createLine({ clock, texts })
for (let n = 0; n < GAMES; n += 1) line.apply(structuredClone(facts(n)))
console.log(text('book with indexes and search', alone, used()))

const begun = performance.now()
const changes = 20_000
for (let k = 0; k < changes; k += 1) {
  const game = sampleGame({ n: k % GAMES })
  line.apply([
    sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(k).slice(0, 3) }, game.ci, { sentAt: SAMPLE_START + k }),
  ])
}
console.log(
  `${Math.round((changes / (performance.now() - begun)) * 1000)} facts a second (three markets each, one thread, building the fact included)`,
)

for (const word of ['arden city', 'арден сити', 'hrabour untied', 'lowland', 'castle wanderers 12']) {
  const from = performance.now()
  const found = line.answers.search.find(word, false, () => true, 50)
  console.log(`search "${word}": ${(performance.now() - from).toFixed(1)} ms, ${found.length} found`)
}
