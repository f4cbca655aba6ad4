/**
 * Two outcomes of one game never stand in one bet, whatever their markets, but for singles side by side (WAG-16, rules 4):
 * every pair of markets of a full card, through every part of the game.
 */
import { expect, test } from 'vitest'
import { isVid, sizeOf, VID, type Vid } from '#modules/coupon/rules/kinds.ts'
import { createBookReader, refusesRelations, relationsOf, type Selection } from '#modules/coupon/server/index.ts'
import { marketKeys, marketType, unitOf } from '#modules/line/rules/market-book.ts'
import { sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'

const FOOTBALL = 1
const PARTS = ['h1', 'h2', 'corners', 'cards', 'shots', 'players']
const game = sampleGame({ n: 1, parts: PARTS, startsAt: SAMPLE_START })
const other = sampleGame({ n: 2, parts: PARTS, startsAt: SAMPLE_START })
const line = createLine({ clock: { now: () => SAMPLE_START - 3_600_000 }, texts: { text: (_lng: string, key: string) => key } as never })
line.apply([sampleGameFact(game), sampleGameFact(other)])
const reader = createBookReader({ ...line, text: (_lng, key) => key })

/** One outcome of every market that the card of a game can have. */
function card(of: typeof game): Selection[] {
  return of.parts.flatMap(({ part, i }) =>
    marketKeys(FOOTBALL, unitOf(part)).map((key) => ({
      gameId: i,
      t: marketType(key).outcomes[0]!.t,
      p: 0,
      playerId: 0,
      kind: 3,
      price: 2000,
    })),
  )
}

test('every pair of markets of one card is one conflict', () => {
  const selections = card(game)
  expect(selections.length).toBeGreaterThan(100)
  let pairs = 0
  for (let a = 0; a < selections.length; a += 1) {
    for (let b = a + 1; b < selections.length; b += 1) {
      const [one, two] = relationsOf([selections[a]!, selections[b]!], reader)
      if (one === 0 || one !== two) throw new Error(`${JSON.stringify(selections[a])} and ${JSON.stringify(selections[b])} are not related`)
      pairs += 1
    }
  }
  expect(pairs).toBe((selections.length * (selections.length - 1)) / 2)
})

test('markets of two games are none, and a third leg joins the conflict of its game', () => {
  const [mine, theirs] = [card(game), card(other)]
  for (const [n, selection] of mine.entries()) expect(relationsOf([selection, theirs[n % theirs.length]!], reader)).toEqual([0, 0])
  expect(relationsOf([mine[0]!, theirs[0]!, mine.at(-1)!], reader)).toEqual([1, 0, 1])
})

test('every kind refuses a conflict but singles and several singles', () => {
  const kinds = Object.values(VID).filter((vid): vid is Vid => isVid(vid))
  expect(kinds.filter((vid) => !refusesRelations(vid))).toEqual([VID.single, VID.multiSingle])
  for (const vid of kinds) expect(sizeOf(vid).max).toBeLessThanOrEqual(vid === VID.system || vid === VID.multi ? 20 : 50)
})
