import { describe, expect, test, vi } from 'vitest'
import { storage } from '#platform/web/storage.ts'
import { windowHeight } from '../model/StatisticsPanel.tsx'
import { applied, FavoritesStore, listOf, MOST, type FavoriteChange } from './favorites-store.ts'

const game = (ci: number, sportId = 1) => ({ type: 'game' as const, item: { ci, kind: 3 as const, sportId } })
const champ = (id: number) => ({ type: 'champ' as const, item: { id, sportId: 1, name: `champ ${id}` } })

describe('marks of a visitor', () => {
  test('the line, live, esports, marble and the top games have a list each', () => {
    expect(listOf({ kind: 3, sportId: 1 }, false)).toBe('favoritesLine')
    expect(listOf({ kind: 1, sportId: 1 }, false)).toBe('favoritesLive')
    expect(listOf({ kind: 1, sportId: 85 }, false)).toBe('favoritesCyber')
    expect(listOf({ kind: 3, sportId: 253 }, false)).toBe('favoritesMarble')
    expect(listOf({ kind: 3, sportId: 1 }, true)).toBe('favoritesTopGame')
  })
  test('a mark stands once, a second press takes it away', () => {
    const empty = { games: [], champs: [], teams: [] }
    const once = applied(empty, { ...champ(7), on: true })
    expect(applied(once, { ...champ(7), on: true }).champs).toHaveLength(1)
    expect(applied(once, { ...champ(7), on: false }).champs).toEqual([])
    const store = new FavoritesStore()
    expect([store.toggle(game(1)), store.has(game(1)), store.toggle(game(1)), store.has(game(1))]).toEqual([true, true, true, false])
  })
  test('a full list refuses and loses nothing', () => {
    const store = new FavoritesStore()
    for (let id = 1; id <= MOST.champ; id += 1) expect(store.toggle(champ(id))).toBe(true)
    expect(store.toggle(champ(999))).toBe(false)
    expect(store.get().champs).toHaveLength(MOST.champ)
    expect(store.toggle(champ(1))).toBe(true)
    expect(store.toggle(champ(999))).toBe(true)
  })
})

test('a press before the browser’s lists were read is made on top of them, and stored with them', async () => {
  await storage.set('draft-favorite-champs', [champ(1).item, champ(2).item])
  const store = new FavoritesStore()
  store.toggle(champ(3))
  store.toggle(game(9))
  await store.load()
  expect(store.get().champs.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(store.has(game(9))).toBe(true)
  expect(await storage.get('draft-favorite-champs')).toHaveLength(3)
  store.toggle(champ(1))
  expect(await storage.get('draft-favorite-champs')).toHaveLength(2)
  await store.forget()
})

test('marks of two tabs stand together', async () => {
  const [first, second] = [new FavoritesStore(), new FavoritesStore()]
  await Promise.all([first.load(), second.load()])
  first.toggle(champ(1))
  await vi.waitFor(() => expect(second.has(champ(1))).toBe(true))
  second.toggle(champ(2))
  second.toggle(game(5))
  await vi.waitFor(() => expect(first.get().champs.map(({ id }) => id)).toEqual([1, 2]))
  expect(first.has(game(5))).toBe(true)
  first.toggle(champ(1))
  await vi.waitFor(() => expect(second.get().champs.map(({ id }) => id)).toEqual([2]))
  await first.forget()
  await vi.waitFor(() => expect(second.get().champs).toEqual([]))
})

describe('marks of an account', () => {
  test('its lists take the place of the browser’s and hear of every change; signing out gives them back', async () => {
    const store = new FavoritesStore()
    const told: FavoriteChange[] = []
    store.toggle(game(1))
    await store.load()
    store.attach({ games: [{ ci: 5, kind: 1, sportId: 4 }], champs: [], teams: [] }, (change) => told.push(change))
    expect([store.has(game(1)), store.has(game(5))]).toEqual([false, true])
    store.toggle(champ(3))
    store.toggle(champ(3))
    expect(told.map(({ type, on }) => [type, on])).toEqual([
      ['champ', true],
      ['champ', false],
    ])
    store.detach()
    await store.load()
    expect(store.get()).toEqual({ games: [{ ci: 1, kind: 3, sportId: 1 }], champs: [], teams: [] })
    await store.forget()
  })
  test('a press before they have come goes to them', () => {
    const store = new FavoritesStore()
    const told: FavoriteChange[] = []
    store.toggle(champ(4))
    store.attach({ games: [], champs: [champ(5).item], teams: [] }, (change) => told.push(change))
    expect(store.get().champs.map(({ id }) => id)).toEqual([5, 4])
    expect(told).toEqual([{ ...champ(4), on: true }])
  })
})

describe('moving into an account', () => {
  test('what is pressed meanwhile reaches the account, and what it had no room for stays in the browser', async () => {
    const store = new FavoritesStore()
    const told: FavoriteChange[] = []
    store.toggle(champ(1))
    store.toggle(champ(2))
    await store.load()
    const moved = await store.handOver()
    expect(moved.champs.map(({ id }) => id)).toEqual([1, 2])
    store.toggle(game(9))
    await store.forget({ games: [], champs: [champ(2).item], teams: [] })
    expect(store.has(game(9))).toBe(true)
    store.toggle(champ(3))
    store.attach({ games: [], champs: [champ(1).item], teams: [] }, (change) => told.push(change))
    expect([store.has(game(9)), store.has(champ(3)), store.has(champ(2))]).toEqual([true, true, false])
    expect(told).toEqual([
      { ...game(9), on: true },
      { ...champ(3), on: true },
    ])
    store.detach()
    await store.load()
    expect(store.get()).toEqual({ games: [], champs: [champ(2).item], teams: [] })
    await store.forget()
  })
  test('an account that cannot be read leaves everything in the browser, with what was pressed meanwhile', async () => {
    const store = new FavoritesStore()
    store.toggle(champ(1))
    await store.handOver()
    store.toggle(champ(4))
    store.stay()
    await vi.waitFor(async () => expect(await storage.get('draft-favorite-champs')).toEqual([champ(1).item, champ(4).item]))
    store.toggle(champ(5))
    await vi.waitFor(async () => expect(await storage.get('draft-favorite-champs')).toHaveLength(3))
    await store.forget()
  })
})

test('the statistics window is as high as the screen has room for', () => {
  expect([1200, 1080, 900, 600].map(windowHeight)).toEqual([984, 780, 780, 500])
})
