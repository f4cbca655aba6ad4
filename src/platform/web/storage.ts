import { useCallback, useEffect, useState } from 'react'
import { indexedStorage } from './indexed-storage.ts'
import { unsavedIn, type Unsaved } from './unsaved.ts'
import { listenTabs, tellTabs } from './window-sync.ts'

/** A stored value and when it ends; null never (SG-01, TK-07). */
export interface StorageRecord<T> {
  value: T
  expireDate: number | null
}

/** Where records are kept: the browser's database, in tests a map. */
export interface StorageEngine {
  getItem: (key: string) => Promise<unknown>
  setItem: (key: string, value: unknown) => Promise<unknown>
  removeItem: (key: string) => Promise<void>
  keys: () => Promise<string[]>
}

/** The other tabs of the browser: what is written in one is known in all; null: the key was removed. */
export interface StorageTabs {
  tell: (change: { key: string; record: unknown }) => void
  listen: (heard: (change: { key: string; record: unknown }) => void) => void
}

/** Names, size in bytes and version that the specification gives (spec 9). */
export const DATABASE = { name: 'localforage', storeName: 'keyvaluepairs', size: 4_980_736, version: 1 } as const

/** Fifteen minutes: guest forms and other things of a visit (SH-32). */
export const SESSION_EXPIRY_MS = 900_000

const DAY_MS = 86_400_000

/** What the player has set for his coupon (CP-02, XT-15); set in the coupon and in the settings of the office. */
export interface CouponSettings {
  /** What he says of changed prices, by player; nobody is player 0. */
  policies?: Readonly<Record<string, unknown>>
  /** Ready stakes by currency. */
  presets?: Readonly<Record<string, readonly string[]>>
  /** By player. What was once kept for the whole browser, as `oneClick`, is nobody's and is not read. */
  oneClicks?: Readonly<Record<string, OneClick>>
  /** The one-click mode has explained itself. */
  oneClickSeen?: boolean
}

export interface OneClick {
  on: boolean
  /** Stakes by currency, decimal text. */
  stakes: Readonly<Record<string, string>>
}

interface Preferences {
  /** Who sent the visitor; see came-from.ts. */
  cameFrom: { refCode: string; referral: string }
  coupon: unknown
  selectedGames: readonly number[]
  localBets: unknown
  couponSettings: CouponSettings
  favoritesLine: readonly number[]
  favoritesLive: readonly number[]
  favoritesCyber: readonly number[]
  favoritesMarble: readonly number[]
  favoritesTopGame: readonly number[]
  pinnedGames: readonly number[]
  pinnedMarkets: readonly string[]
  theme: 'paper' | 'flood' | 'system'
  fontSize: 90 | 100 | 112 | 125
  density: 'compact' | 'default' | 'comfortable'
  coefView: number
  light: boolean
  detailedScore: boolean
  showGameId: boolean
  marketNames: 'full' | 'short'
  teamLogosInCoupon: boolean
  singleKeys: boolean
  announceCoupon: boolean
  /** What other players choose stands under an empty coupon. */
  popularInCoupon: boolean
  returnUrl: string
  cookiesAgree: number
  cookiesAgreeTime: number
  sessionTime: number
  lastActiveTime: number
  /** The last act of a signed-in player, ms of the product's time; kept where idle sessions are closed (SH-20). */
  actedTime: number
  showRegistrationBonus: boolean
  clientId: string
}

/** Every preference of SG-03, and keys made of a prefix: popup flags, hidden statistics items, guest drafts. */
export type PreferenceKey = keyof Preferences | `popupShown-${string}` | `stHideItem-${string}` | `draft-${string}`
export type PreferenceValue<K extends PreferenceKey> = K extends keyof Preferences
  ? Preferences[K]
  : K extends `popupShown-${string}` | `stHideItem-${string}`
    ? boolean
    : unknown

/** How long each kind of key lives; what is not named here is kept. */
const LIFETIMES_MS: Partial<Readonly<Record<string, number>>> = {
  coupon: 7 * DAY_MS,
  selectedGames: 7 * DAY_MS,
  localBets: 7 * DAY_MS,
  returnUrl: SESSION_EXPIRY_MS,
  draft: SESSION_EXPIRY_MS,
  popupShown: 180 * DAY_MS,
}

export interface StorageOptions {
  /** Unix milliseconds. */
  now?: () => number
  /** Told of everything that could not be read or written. */
  report?: (error: unknown) => void
  tabs?: StorageTabs
  /** Where a record waits until the engine has it. */
  unsaved?: Unsaved
}

/** Reads and writes records; nothing here ever throws: private mode and a full disk leave the site working (SG-02). */
export class Storage {
  readonly #engine: () => Promise<StorageEngine>
  readonly #now: () => number
  readonly #report: (error: unknown) => void
  readonly #unsaved: Unsaved
  readonly #memory = new Map<string, StorageRecord<unknown>>()
  /** How often each key was written here: a read that was overtaken by a write is older than memory. */
  readonly #writes = new Map<string, number>()
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>()
  readonly #tabs: StorageTabs | null
  #broken = false

  constructor(engine: () => Promise<StorageEngine>, options: StorageOptions = {}) {
    const { now = Date.now, report = () => {}, tabs = null, unsaved = unsavedIn(() => localStorage) } = options
    this.#engine = engine
    this.#now = now
    this.#report = report
    this.#tabs = tabs
    this.#unsaved = unsaved
    tabs?.listen(({ key, record }) => this.#hear(key, record))
  }

  async get<K extends PreferenceKey>(key: K): Promise<PreferenceValue<K> | null> {
    const record = this.#memory.get(key) ?? (await this.#read(key))
    if (!record) return null
    if (record.expireDate !== null && record.expireDate <= this.#now()) {
      await this.remove(key)
      return null
    }
    return record.value as PreferenceValue<K>
  }

  async set<K extends PreferenceKey>(
    key: K,
    value: PreferenceValue<K>,
    lifetimeMs: number | undefined = LIFETIMES_MS[key.split('-', 1)[0] ?? key],
  ): Promise<void> {
    const record: StorageRecord<unknown> = { value, expireDate: lifetimeMs === undefined ? null : this.#now() + lifetimeMs }
    this.#memory.set(key, record)
    this.#written(key)
    this.#tell(key, value)
    this.#tabs?.tell({ key, record })
    await this.#save(key, record)
  }

  /** Sets what follows from the stored value, also when that was not read yet. */
  async update<K extends PreferenceKey>(
    key: K,
    next: (stored: PreferenceValue<K> | null) => PreferenceValue<K>,
    lifetimeMs?: number,
  ): Promise<void> {
    // Once it is read it stands in memory, where another update may have changed it meanwhile.
    const stored = await this.get(key)
    const record = this.#memory.get(key) as StorageRecord<PreferenceValue<K>> | undefined
    await this.set(key, next(record ? record.value : stored), lifetimeMs)
  }

  async remove(key: PreferenceKey): Promise<void> {
    this.#memory.delete(key)
    this.#unsaved.remove(key)
    this.#written(key)
    this.#tell(key, null)
    this.#tabs?.tell({ key, record: null })
    await this.#attempt((engine) => engine.removeItem(key))
  }

  /** Removes everything that has ended; called once when the page is idle. */
  async sweep(): Promise<number> {
    const keys = (await this.#attempt((engine) => engine.keys())) ?? []
    let removed = 0
    for (const key of keys) {
      const record = await this.#read(key)
      if (!record || record.expireDate === null || record.expireDate > this.#now()) continue
      await this.remove(key as PreferenceKey)
      removed += 1
    }
    return removed
  }

  listen(key: PreferenceKey, listener: (value: unknown) => void): () => void {
    const set = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, set.add(listener))
    return () => {
      set.delete(listener)
    }
  }

  async #read(key: string): Promise<StorageRecord<unknown> | null> {
    const writes = this.#writes.get(key)
    const left = this.#unsaved.get(key)
    const found = isRecord(left) ? left : await this.#attempt((engine) => engine.getItem(key))
    if (this.#writes.get(key) !== writes) return this.#memory.get(key) ?? null
    if (!isRecord(found)) return null
    this.#memory.set(key, found)
    if (found === left) void this.#save(key, found)
    return found
  }

  /** Another tab has written: what this one knows of the key is older. */
  #hear(key: string, record: unknown): void {
    if (isRecord(record)) this.#memory.set(key, record)
    else this.#memory.delete(key)
    this.#written(key)
    this.#tell(key, isRecord(record) ? record.value : null)
  }

  async #save(key: string, record: StorageRecord<unknown>): Promise<void> {
    const saved = this.#unsaved.put(key, record)
    const write = async (engine: StorageEngine) => {
      // What was written meanwhile, here or in another tab, is newer.
      if (this.#memory.get(key) === record) await engine.setItem(key, record)
      return true
    }
    if (await this.#attempt(write)) saved()
  }

  /** After the first "No available storage method found." memory alone serves for the rest of the visit. */
  async #attempt<T>(use: (engine: StorageEngine) => Promise<T>): Promise<T | undefined> {
    if (this.#broken) return undefined
    try {
      return await use(await this.#engine())
    } catch (error) {
      this.#broken = error instanceof Error && error.message.includes('No available storage method found')
      this.#report(error)
      return undefined
    }
  }

  #written(key: string): void {
    this.#writes.set(key, (this.#writes.get(key) ?? 0) + 1)
  }

  #tell(key: string, value: unknown): void {
    for (const listener of this.#listeners.get(key) ?? []) listener(value)
  }
}

function isRecord(value: unknown): value is StorageRecord<unknown> {
  return typeof value === 'object' && value !== null && 'value' in value && 'expireDate' in value
}

const engine = indexedStorage(DATABASE)

export const storage = new Storage(async () => engine, {
  tabs: {
    tell: (change) => tellTabs('stored', change),
    listen: (heard) => {
      if (typeof window !== 'undefined') listenTabs('stored', heard)
    },
  },
})

/** The next value, or how it follows from the stored one: a list is changed so, for it may not have been read yet. */
type Change<V> = (next: V | ((stored: V) => V)) => void

/** A preference as state: the fallback at first and on the server, the stored value after mounting. */
export function usePreference<K extends PreferenceKey>(
  key: K,
  fallback: PreferenceValue<K>,
): [PreferenceValue<K>, Change<PreferenceValue<K>>] {
  const [value, setValue] = useState(fallback)
  useEffect(() => {
    let current = true
    void storage.get(key).then((stored) => {
      if (current && stored !== null) setValue(stored)
    })
    const stop = storage.listen(key, (next) => setValue(next === null ? fallback : (next as PreferenceValue<K>)))
    return () => {
      current = false
      stop()
    }
    // The fallback is a constant of the caller; a new object each render must not read the storage again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  const change = useCallback(
    (next: PreferenceValue<K> | ((stored: PreferenceValue<K>) => PreferenceValue<K>)) => {
      if (typeof next !== 'function') void storage.set(key, next)
      else void storage.update(key, (stored) => (next as (stored: PreferenceValue<K>) => PreferenceValue<K>)(stored ?? fallback))
    },
    // As above: the fallback is a constant.
    // oxlint-disable-next-line react/exhaustive-deps
    [key],
  )
  return [value, change]
}
