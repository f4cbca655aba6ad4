/** What a guest has typed is kept for fifteen minutes of the product's time, and laid over the form again (SH-32). */
import { useEffect, useState } from 'react'
import { useProductClock } from '#platform/web/product-clock.ts'
import { SESSION_EXPIRY_MS, storage } from '#platform/web/storage.ts'
import { draftOf, readDraft, type Values } from './form-model.ts'

const KEEP_AFTER_MS = 400
const KEY = 'draft-registration'

interface Form {
  kind: string
  /** What stood there before anybody typed. */
  initial: Values
  values: Values
  fill: (values: Record<string, string>) => void
}

export function useDraft({ kind, initial, values, fill }: Form): void {
  const now = useProductClock()
  // Until then an empty form is one that was not filled yet, not one that somebody has erased.
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    void storage.get(KEY).then((stored) => {
      const draft = readDraft(stored, now(), SESSION_EXPIRY_MS)
      if (stored !== null && draft === null) void storage.remove(KEY)
      if (draft) fill(Object.fromEntries(Object.entries(draft.values).filter(([name]) => name in values)))
      setRead(true)
    })
    // Once: afterwards the form is newer than the draft.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    if (!isRead) return
    const timer = setTimeout(() => void keep(kind, values, initial, now()), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isRead, kind, initial, values, now])
}

/** Nothing new is not kept again: looking at the form does not make its draft younger. What this form does not ask stays. */
async function keep(kind: string, values: Values, initial: Values, now: number): Promise<void> {
  const before = readDraft(await storage.get(KEY), now, SESSION_EXPIRY_MS)?.values ?? {}
  const elsewhere = Object.entries(before).filter(([name]) => !(name in values))
  const typed: Values = { ...Object.fromEntries(elsewhere), ...draftOf(values, initial) }
  const names = new Set([...Object.keys(before), ...Object.keys(typed)])
  if ([...names].every((name) => before[name] === typed[name])) return
  await storage.set(KEY, { keptAt: now, kind, values: typed })
}
