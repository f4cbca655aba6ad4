/** What a guest has typed is kept for fifteen minutes of the product's time, and laid over the form again (SH-32). */
import { useEffect } from 'react'
import { useProductClock } from '#platform/web/product-clock.ts'
import { SESSION_EXPIRY_MS, storage } from '#platform/web/storage.ts'
import { draftOf, readDraft } from './form-model.ts'

const KEEP_AFTER_MS = 400
const KEY = 'draft-registration'

export function useDraft(values: Readonly<Record<string, string>>, fill: (values: Record<string, string>) => void): void {
  const now = useProductClock()
  useEffect(() => {
    void storage.get(KEY).then((stored) => {
      const draft = readDraft(stored, now(), SESSION_EXPIRY_MS)
      if (stored !== null && draft === null) void storage.remove(KEY)
      if (draft) fill(Object.fromEntries(Object.entries(draft.values).filter(([name]) => name in values)))
    })
    // Once: afterwards the form is newer than the draft.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void keep(values, now()), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [values, now])
}

/** Nothing new is not kept again: looking at the form does not make its draft younger. */
async function keep(values: Readonly<Record<string, string>>, now: number): Promise<void> {
  const before = readDraft(await storage.get(KEY), now, SESSION_EXPIRY_MS)
  const typed = { ...before?.values, ...draftOf(values) }
  if (JSON.stringify(typed) === JSON.stringify(before?.values ?? {})) return
  await storage.set(KEY, { keptAt: now, values: typed })
}
