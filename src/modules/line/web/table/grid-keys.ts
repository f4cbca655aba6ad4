/** Keys inside the table (ux 12): arrows between prices, O opens the event, F marks it. */
import type { KeyboardEvent } from 'react'

type Lead = typeof import('./grid-target.ts').leadTo

let leadTo: Lead | undefined

/** Where arrows lead is read when somebody goes into a table; a key that is pressed before waits for it. */
export async function readArrows(): Promise<Lead | undefined> {
  try {
    ;({ leadTo } = await import('./grid-target.ts'))
  } catch (error) {
    console.error('keys of the table were not read', error)
  }
  return leadTo
}

const ARROWS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

export function onGridKey(event: KeyboardEvent<HTMLElement>, singleKeys: boolean): void {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  const grid = event.currentTarget
  if (ARROWS.has(event.key)) {
    const { key, target } = event
    if (!leadTo) {
      event.preventDefault()
      void readArrows().then((lead) => lead?.(key, grid, target))
    } else if (leadTo(key, grid, target)) event.preventDefault()
    return
  }
  if (!singleKeys) return
  const row = event.target.closest('[role=row]')
  const press = event.code === 'KeyO' ? 'a[data-nav]' : event.code === 'KeyF' ? 'button[data-favorite]' : null
  const target = press && row?.querySelector<HTMLElement>(press)
  if (!target) return
  event.preventDefault()
  target.click()
}
