import { expect, it } from 'vitest'
import { Storage } from './storage.ts'
import type { StorageEngine } from './storage.ts'

function memoryEngine() {
  const data = new Map<string, unknown>()
  const engine: StorageEngine = {
    getItem: async (key) => data.get(key) ?? null,
    setItem: async (key, value) => data.set(key, value),
    removeItem: async (key) => void data.delete(key),
    keys: async () => [...data.keys()],
  }
  return { data, engine }
}

it('keeps records of value and expireDate and forgets them in time', async () => {
  const { data, engine } = memoryEngine()
  let now = 1_000
  const storage = new Storage(
    async () => engine,
    () => now,
  )
  await storage.set('returnUrl', '/ru/office')
  await storage.set('theme', 'flood')
  expect(data.get('returnUrl')).toEqual({ value: '/ru/office', expireDate: 901_000 })
  expect(data.get('theme')).toEqual({ value: 'flood', expireDate: null })
  now = 900_999
  expect(await storage.get('returnUrl')).toBe('/ru/office')
  now = 901_000
  expect(await storage.get('returnUrl')).toBeNull()
  expect(data.has('returnUrl')).toBe(false)
  expect(await storage.get('theme')).toBe('flood')
})

it('reads what an earlier visit stored and sweeps what has ended', async () => {
  const { data, engine } = memoryEngine()
  data.set('coupon', { value: [1], expireDate: 10 })
  data.set('light', { value: true, expireDate: null })
  data.set('foreign', 'text')
  const storage = new Storage(
    async () => engine,
    () => 50,
  )
  expect(await storage.sweep()).toBe(1)
  expect([...data.keys()]).toEqual(['light', 'foreign'])
  expect(await storage.get('light')).toBe(true)
})

it('a write that overtakes a read stays, and updates before the first read lose nothing', async () => {
  const { data, engine } = memoryEngine()
  data.set('density', { value: 'compact', expireDate: null })
  data.set('pinnedMarkets', { value: ['1'], expireDate: null })
  const reads: (() => void)[] = []
  const slow = { ...engine, getItem: (key: string) => new Promise((done) => reads.push(() => done(data.get(key)))) }
  const storage = new Storage(async () => slow)
  const early = storage.get('density')
  const more = ['2', '3'].map((id) => storage.update('pinnedMarkets', (stored) => [...(stored ?? []), id]))
  // A database answers with what stood there when it was asked.
  await new Promise((turn) => setTimeout(turn))
  await storage.set('density', 'comfortable')
  data.set('density', { value: 'compact', expireDate: null })
  for (const answer of reads) answer()
  await Promise.all(more)
  expect([await early, await storage.get('density')]).toEqual(['comfortable', 'comfortable'])
  expect(data.get('pinnedMarkets')).toEqual({ value: ['1', '2', '3'], expireDate: null })
})

it('goes on in memory when nothing can be stored', async () => {
  const reported: unknown[] = []
  const storage = new Storage(
    () => Promise.reject(new Error('No available storage method found.')),
    () => 0,
    (error) => reported.push(error),
  )
  await storage.set('theme', 'paper')
  await storage.set('density', 'compact')
  expect(await storage.get('theme')).toBe('paper')
  expect(reported).toHaveLength(1)
})

it('survives a full disk', async () => {
  const { engine } = memoryEngine()
  const full = { ...engine, setItem: () => Promise.reject(new DOMException('', 'QuotaExceededError')) }
  const storage = new Storage(
    async () => full,
    () => 0,
  )
  await storage.set('coefView', 2)
  expect(await storage.get('coefView')).toBe(2)
})
