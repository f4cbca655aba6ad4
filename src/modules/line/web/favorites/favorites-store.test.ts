import { describe, expect, test } from 'vitest'
import { windowHeight } from '../model/statistics-window.ts'
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

describe('marks of an account', () => {
  test('its lists take the place of the browser’s and hear of every change; signing out gives them back', () => {
    const store = new FavoritesStore()
    const told: FavoriteChange[] = []
    store.toggle(game(1))
    store.attach({ games: [{ ci: 5, kind: 1, sportId: 4 }], champs: [], teams: [] }, (change) => told.push(change))
    expect([store.has(game(1)), store.has(game(5))]).toEqual([false, true])
    store.toggle(champ(3))
    store.toggle(champ(3))
    expect(told.map(({ type, on }) => [type, on])).toEqual([
      ['champ', true],
      ['champ', false],
    ])
    store.detach()
    expect(store.get()).toEqual({ games: [], champs: [], teams: [] })
  })
})

test('the statistics window is as high as the screen has room for', () => {
  expect([1200, 1080, 900, 600].map(windowHeight)).toEqual([984, 780, 780, 500])
})
