import { expect, it } from 'vitest'
import { createClosedPages, type ClosedValue } from './closed-pages.ts'

const ANNA = 1
const BORIS = 2

function pages() {
  const now = new Map<number, ClosedValue>()
  const said: [number, ClosedValue | null][] = []
  const closed = createClosedPages({ valueOf: (id) => now.get(id) ?? null, say: (id, value) => void said.push([id, value]) })
  return { now, said, closed }
}
const BREAK = { kind: 'time_out', until: 100 }

it('open pages hear once that a break is over by its time, and nobody else hears anything', () => {
  const { now, said, closed } = pages()
  now.set(ANNA, BREAK)
  closed.tell(ANNA)
  closed.tell(BORIS)
  closed.look()
  expect(said).toEqual([[ANNA, BREAK]])
  now.delete(ANNA)
  closed.look()
  closed.look()
  expect(said.slice(1)).toEqual([[ANNA, null]])
})

it('a longer break behind a shorter one is told when the shorter one ends', () => {
  const { now, said, closed } = pages()
  now.set(ANNA, BREAK)
  closed.tell(ANNA)
  now.set(ANNA, { kind: 'self_exclusion', until: 0 })
  closed.look()
  expect(said.at(-1)).toEqual([ANNA, { kind: 'self_exclusion', until: 0 }])
})

it('who has gone is told nothing', () => {
  const { now, said, closed } = pages()
  now.set(ANNA, BREAK)
  closed.tell(ANNA)
  closed.forget(ANNA)
  now.delete(ANNA)
  closed.look()
  expect(said).toHaveLength(1)
})
