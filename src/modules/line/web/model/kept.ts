/** Choices of the line that the list of preferences has no name for: kept in the browser for a year. */
import { useCallback, useEffect, useState } from 'react'
import { storage } from '#platform/web/storage.ts'

const YEAR_MS = 365 * 86_400_000

/** `read` judges what is stored: an older or broken value is the fallback. */
export function useKept<T>(name: string, fallback: T, read: (stored: unknown) => T | null): [T, (value: T) => void] {
  const [value, setValue] = useState(fallback)
  const key = `draft-${name}` as const
  useEffect(() => {
    let current = true
    const take = (stored: unknown) => {
      const known = stored === null ? null : read(stored)
      if (current && known !== null) setValue(known)
    }
    void storage.get(key).then(take)
    const stop = storage.listen(key, (next) => setValue((next === null ? null : read(next)) ?? fallback))
    return () => {
      current = false
      stop()
    }
    // Reader and fallback belong to the name: new functions at each render read the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  return [value, useCallback((next: T) => void storage.set(key, next, YEAR_MS), [key])]
}

/** Reads a list of ids; anything else in it is left out. */
export function readIds(stored: unknown): readonly number[] | null {
  return Array.isArray(stored) ? stored.filter((one): one is number => Number.isSafeInteger(one)) : null
}
