// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { storage } from '#platform/web/storage.ts'
import { isBetOnItsWay } from './bet-on-its-way.ts'

const KEYS = ['coupon', 'draft-quick'] as const

afterEach(async () => {
  for (const key of KEYS) await storage.remove(key)
})

it('nothing is on its way in an empty browser, nor when what is kept was merely chosen', async () => {
  expect(await isBetOnItsWay()).toBe(false)
  for (const key of KEYS) await storage.set(key, { legs: [{}], jobs: [] })
  expect(await isBetOnItsWay()).toBe(false)
})

it.each(KEYS)('a bet without an answer is on its way: %s', async (key) => {
  await storage.set(key, { legs: [{}], jobs: [{ guid: 'a' }] })
  expect(await isBetOnItsWay()).toBe(true)
})
