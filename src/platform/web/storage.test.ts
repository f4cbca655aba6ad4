import { expect, it } from 'vitest'
import { Storage } from './storage.ts'
import { unsavedIn } from './unsaved.ts'
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
  const storage = new Storage(async () => engine, { now: () => now })
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
  const storage = new Storage(async () => engine, { now: () => 50 })
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
  const storage = new Storage(() => Promise.reject(new Error('No available storage method found.')), {
    now: () => 0,
    report: (error) => reported.push(error),
  })
  await storage.set('theme', 'paper')
  await storage.set('density', 'compact')
  expect(await storage.get('theme')).toBe('paper')
  expect(reported).toHaveLength(1)
})

it('survives a full disk', async () => {
  const { engine } = memoryEngine()
  const full = { ...engine, setItem: () => Promise.reject(new DOMException('', 'QuotaExceededError')) }
  const storage = new Storage(async () => full, { now: () => 0 })
  await storage.set('coefView', 2)
  expect(await storage.get('coefView')).toBe(2)
})

it('knows what another tab has written', async () => {
  const { engine } = memoryEngine()
  type Heard = (change: { key: string; record: unknown }) => void
  const tabs: Heard[] = []
  const tab = () => {
    const own: Heard[] = []
    return new Storage(async () => engine, {
      tabs: {
        tell: (change) => tabs.filter((heard) => !own.includes(heard)).forEach((heard) => heard(change)),
        listen: (heard) => {
          own.push(heard)
          tabs.push(heard)
        },
      },
    })
  }
  const [first, second] = [tab(), tab()]
  const told: unknown[] = []
  second.listen('pinnedGames', (value) => told.push(value))
  await second.set('pinnedGames', [1])
  await first.update('pinnedGames', (pinned) => [...(pinned ?? []), 2])
  await second.update('pinnedGames', (pinned) => [...(pinned ?? []), 3])
  expect(await first.get('pinnedGames')).toEqual([1, 2, 3])
  await first.remove('pinnedGames')
  expect(await second.get('pinnedGames')).toBeNull()
  expect(told).toEqual([[1], [1, 2], [1, 2, 3], null])
})

it('what the database had no time to keep is there on the next page, and gone when something newer or nothing stands there', async () => {
  const { data, engine } = memoryEngine()
  const kept = new Map<string, string>()
  const local = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as globalThis.Storage
  const unsaved = unsavedIn(() => local)
  const page = (through: StorageEngine) => new Storage(async () => through, { now: () => 50, unsaved })
  const left: StorageEngine = { ...engine, setItem: () => new Promise(() => {}) }
  data.set('coupon', { value: ['old'], expireDate: null })
  void page(left).set('coupon', ['new'], 100)
  expect([...kept.keys()]).toEqual(['unsaved-coupon'])

  const next = page(engine)
  expect(await next.get('coupon')).toEqual(['new'])
  await expect.poll(() => data.get('coupon')).toEqual({ value: ['new'], expireDate: 150 })
  await expect.poll(() => kept.size).toBe(0)

  // Another tab has put something newer there before the first was confirmed.
  let confirm = () => {}
  const slow = page({ ...engine, setItem: () => new Promise((done) => (confirm = () => done(null))) })
  const first = slow.set('theme', 'flood')
  await expect.poll(() => kept.size).toBe(1)
  void page(left).set('theme', 'paper')
  confirm()
  await first
  expect(JSON.parse(kept.get('unsaved-theme') ?? '')).toMatchObject({ value: 'paper' })

  await page(engine).remove('theme')
  expect(kept.size).toBe(0)
})

it('what was left unsaved does not overwrite what another tab has written meanwhile', async () => {
  const { data, engine } = memoryEngine()
  let hear: (change: { key: string; record: unknown }) => void = () => {}
  const left = { value: 'old', expireDate: null }
  let opened = () => {}
  const opening = new Promise<StorageEngine>((done) => (opened = () => done(engine)))
  const storage = new Storage(() => opening, {
    unsaved: { put: () => () => {}, get: () => left, remove() {} },
    tabs: { tell() {}, listen: (heard) => (hear = heard) },
  })
  expect(await storage.get('returnUrl')).toBe('old')
  const record = { value: 'new', expireDate: null }
  data.set('returnUrl', record)
  hear({ key: 'returnUrl', record })
  opened()
  await new Promise((turn) => setTimeout(turn))
  expect(data.get('returnUrl')).toBe(record)
})

it('what there is no room for leaves nothing older behind', () => {
  const kept = new Map<string, string>()
  const local = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, text: string) {
      if (text.length > 10) throw new DOMException('', 'QuotaExceededError')
      kept.set(key, text)
    },
  } as unknown as globalThis.Storage
  const unsaved = unsavedIn(() => local)
  unsaved.put('coupon', 'old')
  unsaved.put('coupon', 'what has grown too long')
  expect(unsaved.get('coupon')).toBeNull()
})

it('without a place for what is unsaved everything else goes on', async () => {
  const { data, engine } = memoryEngine()
  const none = unsavedIn(() => {
    throw new Error('denied')
  })
  const storage = new Storage(async () => engine, { now: () => 50, unsaved: none })
  await storage.set('light', true)
  expect(data.get('light')).toEqual({ value: true, expireDate: null })
  expect(await storage.get('light')).toBe(true)
})
