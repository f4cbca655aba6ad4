/** What the pages of this browser did: calls and modals, kept over reloads and shared by its tabs. */
import { watchCalls, type CallRecord } from '#platform/web/call.ts'
import { modals, type ModalState } from '#platform/web/modal-queue.ts'

const KEY = 'dev.page-record'
const MOST = 100

export interface CallLine extends Omit<CallRecord, 'error'> {
  /** Fields of an API error (ER-06). */
  error: Record<string, unknown> | null
}

export interface ModalLine {
  at: number
  id: number
  name: string
  state: ModalState
}

export interface PageRecord {
  calls: CallLine[]
  modals: ModalLine[]
}

export function readPageRecord(): PageRecord {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as PageRecord | null
    return kept ?? { calls: [], modals: [] }
  } catch {
    return { calls: [], modals: [] }
  }
}

/** Starts once for a document, in development only. It comes late: a mark says that from now on nothing is missed. */
export function recordPage(): void {
  watchCalls((record) => add({ calls: [lineOf(record)], modals: [] }))
  const known = new Map<number, ModalState>()
  modals.subscribe(() => {
    const seen = [...modals.entries(), ...modals.history()].filter(({ id, state }) => known.get(id) !== state)
    for (const { id, state } of seen) known.set(id, state)
    if (seen.length) add({ calls: [], modals: seen.map(({ id, name, state }) => ({ at: Date.now(), id, name, state })) })
  })
  document.documentElement.dataset['recorded'] = ''
}

function lineOf({ error, ...rest }: CallRecord): CallLine {
  if (!error) return { ...rest, error: null }
  const { message, title, status, isCancel, response, request, httpCode } = error
  return { ...rest, error: { message, title, status, isCancel, response, request, httpCode } }
}

function add(more: PageRecord): void {
  const kept = readPageRecord()
  const next = { calls: [...kept.calls, ...more.calls].slice(-MOST), modals: [...kept.modals, ...more.modals].slice(-MOST) }
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A full storage ends the record, not the page.
  }
}
