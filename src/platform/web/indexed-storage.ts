/**
 * The browser's database behind the preferences: one store of keys and values, under the names and the version that
 * the specification gives (spec 9). Every call fails alike where there is no database.
 */
import type { StorageEngine } from './storage.ts'

export interface IndexedPlace {
  name: string
  storeName: string
  version: number
}

export function indexedStorage(place: IndexedPlace): StorageEngine {
  let opened: Promise<IDBDatabase> | undefined
  const database = () => (opened ??= open(place, () => (opened = undefined)))
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = (await database()).transaction(place.storeName, mode)
    const request = act(transaction.objectStore(place.storeName))
    return new Promise((done, fail) => {
      // A write counts when it is in the database, a read when its answer is here.
      if (mode === 'readwrite') transaction.oncomplete = () => done(request.result)
      else request.onsuccess = () => done(request.result)
      transaction.onabort = transaction.onerror = () => fail(transaction.error ?? request.error ?? new Error('the browser kept nothing'))
    })
  }
  return {
    getItem: async (key) => (await run<unknown>('readonly', (store) => store.get(key))) ?? null,
    setItem: (key, value) => run('readwrite', (store) => store.put(value, key)),
    removeItem: (key) => run('readwrite', (store) => store.delete(key)),
    keys: async () => (await run('readonly', (store) => store.getAllKeys())).map(String),
  }
}

function open({ name, storeName, version }: IndexedPlace, closed: () => void): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const none = () => fail(new Error('No available storage method found.'))
    if (typeof indexedDB === 'undefined') return none()
    let request: IDBOpenDBRequest
    try {
      request = indexedDB.open(name, version)
    } catch {
      return none()
    }
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(storeName)) request.result.createObjectStore(storeName)
    }
    request.onerror = none
    request.onsuccess = () => {
      const database = request.result
      // A newer page of ours in another tab, or a browser that clears its data, takes the database away.
      database.onversionchange = () => {
        database.close()
        closed()
      }
      database.onclose = closed
      done(database)
    }
  })
}
