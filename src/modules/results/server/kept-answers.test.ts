import { expect, test } from 'vitest'
import type { Ctx } from '#platform/server/http.ts'
import { createCache } from './kept-answers.ts'

const ctx = { request: { query: { lng: 'en' } } } as unknown as Ctx
const reply = { header() {} } as never

test('answers are kept up to so many rows of all of them; one that has more is not', async () => {
  const cached = createCache(100)
  const asked: string[] = []
  const ask = async (key: string, rows: number) => {
    await cached(ctx, reply, key, async () => {
      asked.push(key)
      return { rows: Array.from({ length: rows }, (_, n) => n) }
    })
  }
  for (const key of ['a', 'b', 'b', 'a']) await ask(key, 40)
  expect(asked.splice(0)).toEqual(['a', 'b'])
  await ask('c', 40)
  expect(asked.splice(0)).toEqual(['c'])
  // The one that was asked for longest ago went.
  for (const key of ['a', 'c', 'b']) await ask(key, 40)
  expect(asked.splice(0)).toEqual(['b'])
  for (const key of ['large', 'large', 'b']) await ask(key, 200)
  expect(asked).toEqual(['large', 'large'])
})
