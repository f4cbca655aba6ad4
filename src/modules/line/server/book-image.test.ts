import { expect, test } from 'vitest'
import { SAMPLE_START, sampleGame, sampleGameFact } from '../rules/sample-facts.ts'
import { catalogImage, gameImage, loadImage } from './book-image.ts'
import { createLine, type Line } from './line.ts'

const newLine = () => createLine({ clock: { now: () => SAMPLE_START }, texts: { text: (_lng, key) => key } })

async function copy(from: Line, to: Line): Promise<void> {
  await loadImage(to, catalogImage(from.book), [...from.book.games.values()].map(gameImage), async () => {})
}

test('a championship that an image calls otherwise is found by its new name', async () => {
  const [mine, theirs] = [newLine(), newLine()]
  const game = sampleGame({ n: 1 })
  mine.apply([sampleGameFact(game)])
  await copy(mine, theirs)
  const found = (text: string) => theirs.answers.search.find(text, false, () => true, 10)
  expect(found('lowland')).toEqual([game.ci])
  game.championship.names = { en: 'Marshes. Division 7' }
  mine.apply([sampleGameFact(game, { sentAt: SAMPLE_START + 1 })])
  await copy(mine, theirs)
  expect([found('marshes'), found('lowland')]).toEqual([[game.ci], []])
})
