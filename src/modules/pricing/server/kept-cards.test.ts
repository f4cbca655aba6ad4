import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/time.ts'
import { createKeptCards, KEPT_MS, MOST_CARDS, MOST_READ_AGAIN } from './kept-cards.ts'

const NOW = 1_800_000_000_000
const READER = 1
const OTHERS = 1_000

function filled(count = MOST_CARDS) {
  const cards = createKeptCards()
  for (let n = 0; n < count; n += 1) for (const at of [NOW, NOW + SECOND]) cards.read(OTHERS + n, at)
  return cards
}

test('a card stays whole however many others are opened meanwhile', () => {
  const cards = createKeptCards()
  cards.read(READER, NOW)
  for (let n = 0; n < 4 * MOST_CARDS; n += 1) cards.read(OTHERS + n, NOW + n)
  expect(cards.has(READER, NOW + 4 * MOST_CARDS)).toBe(true)
})

test('who opens every card once leaves places to those who go on reading theirs, and there is an end to both', () => {
  const cards = filled()
  expect(cards.read(READER, NOW)).toBe(false)
  expect(cards.has(READER, NOW)).toBe(false)
  expect(cards.read(READER, NOW + 10 * SECOND)).toBe(true)
  const full = filled(MOST_READ_AGAIN)
  for (let at = NOW; at < NOW + MINUTE; at += 10 * SECOND) expect(full.read(READER, at)).toBe(false)
})

test('a place is free again when its game has left the book, and never before', () => {
  const cards = filled()
  cards.keep(new Map(Array.from({ length: MOST_CARDS - 1 }, (_, n) => [OTHERS + n, null])))
  expect(cards.read(READER, NOW)).toBe(true)
  expect(cards.read(READER + 1, NOW)).toBe(false)
})

test('a card that nobody reads any more is whole for hours, not for ever; read again, it is at once', () => {
  const cards = filled(MOST_READ_AGAIN)
  expect([cards.has(OTHERS, NOW + KEPT_MS - MINUTE), cards.has(OTHERS, NOW + KEPT_MS + MINUTE)]).toEqual([true, false])
  expect(cards.read(OTHERS, NOW + KEPT_MS + MINUTE)).toBe(true)
  expect(cards.has(OTHERS, NOW + KEPT_MS + MINUTE)).toBe(true)
})
