import { indexedStorage } from './indexed-storage.ts'
import { DATABASE, type StorageRecord } from './storage.ts'

/** Every record as it is stored, for `/dev/inspect`: read beside the storage, which each page carries. */
export async function storedRecords(): Promise<Record<string, StorageRecord<unknown>>> {
  const engine = indexedStorage(DATABASE)
  const found: Record<string, StorageRecord<unknown>> = {}
  for (const key of (await engine.keys()).toSorted()) {
    const record = await engine.getItem(key)
    if (typeof record === 'object' && record !== null && 'value' in record && 'expireDate' in record)
      found[key] = record as StorageRecord<unknown>
  }
  return found
}
