import { expect, test } from 'vitest'
import { emptyBook } from '../rules/book.ts'
import { applyFact } from '../rules/apply-fact.ts'
import { SAMPLE_START, sampleGame, sampleGameFact } from '../rules/sample-facts.ts'
import { Indexes } from './indexes.ts'

test('a game that is forgotten is found by no number that it ever had, and others by all of theirs', () => {
  const book = emptyBook()
  const indexes = new Indexes(book)
  const put = (game: ReturnType<typeof sampleGame>, sentAt: number) =>
    void indexes.update(applyFact(book, sampleGameFact(game, { sentAt })).games, false, sentAt)
  const [gone, stays] = [1, 2].map((n) => sampleGame({ n, parts: ['h1', 'corners'] }))
  const live = [1, 2].map((n) => sampleGame({ n, kind: 1, parts: ['h1', 'corners'] }))
  for (const game of [gone!, stays!]) put(game, SAMPLE_START)
  for (const game of live) put(game, SAMPLE_START + 1)
  indexes.retire(599_000_001, gone!.parts[1]!.ci, SAMPLE_START)
  const known = (n: number) =>
    [
      [gone!, live[0]!],
      [stays!, live[1]!],
    ][n]!.flatMap(({ parts }) =>
      parts.map(({ ci, i }) => (indexes.byCi(ci) ?? indexes.byI(i) ?? indexes.byRetiredI(i, SAMPLE_START + 2)) !== null),
    )
  expect([...known(0), ...known(1)]).not.toContain(false)
  expect(indexes.byRetiredI(599_000_001, SAMPLE_START)).not.toBeNull()
  indexes.forget(gone!.ci)
  expect(known(0)).not.toContain(true)
  expect(known(1)).not.toContain(false)
  // The game is in the book still: nothing of the indexes leads to it.
  for (const { i } of gone!.parts) expect(indexes.byRetiredI(i, SAMPLE_START + 2)).toBeNull()
  expect(indexes.byRetiredI(599_000_001, SAMPLE_START)).toBeNull()
})
