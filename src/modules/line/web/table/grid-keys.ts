/** Keys inside the table (ux 12): arrows between prices, O opens the event, F marks it. */
import type { KeyboardEvent } from 'react'

const STOPS = 'a[data-nav]:not([data-favorite]), button[data-outcome]'

function stopsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(STOPS)].filter((element) => element.offsetParent !== null)
}

function rowsOf(grid: Element): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>('[role=row]')].filter((row) => stopsOf(row).length > 0)
}

/** Where an arrow leads: the next stop of the row, or the stop of the same place in the next row. */
export function targetOf(key: string, grid: HTMLElement, from: HTMLElement, rtl: boolean): HTMLElement | null {
  const row = from.closest<HTMLElement>('[role=row]')
  if (!row) return null
  const stops = stopsOf(row)
  const index = stops.indexOf(from.closest<HTMLElement>(STOPS) ?? from)
  if (key === 'Home') return stops[0] ?? null
  if (key === 'End') return stops.at(-1) ?? null
  if (key === 'ArrowLeft' || key === 'ArrowRight') return stops[index + ((key === 'ArrowRight') === rtl ? -1 : 1)] ?? null
  const rows = rowsOf(grid)
  const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
  if (!next) return null
  const there = stopsOf(next)
  // Heads have one stop, rows several: the column is kept from the end, where the prices stand.
  return there.length === stops.length ? (there[index] ?? null) : (there[Math.min(Math.max(index, 0), there.length - 1)] ?? null)
}

const ARROWS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

export function onGridKey(event: KeyboardEvent<HTMLElement>, singleKeys: boolean): void {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  const grid = event.currentTarget
  if (ARROWS.has(event.key)) {
    const target = targetOf(event.key, grid, event.target, getComputedStyle(grid).direction === 'rtl')
    if (!target) return
    event.preventDefault()
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
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
