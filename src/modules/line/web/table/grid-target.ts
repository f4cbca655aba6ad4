/** Where the arrows lead in a table of games. Read when somebody goes into one: most readers never use its keys. */

const LINK = 'a[data-nav]:not([data-favorite])'
const PRICE = 'button[data-outcome]'
const STOPS = `${LINK}, ${PRICE}`

function seen(row: Element, selector: string): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetParent !== null)
}

/** Places of prices, also of those that are not offered, and of their lines: a row has them inside its groups. */
function cellsOf(row: Element): HTMLElement[] {
  return seen(row, '[role=gridcell]').filter((cell) => cell.parentElement !== row)
}

/** The price of the column, or the one that lies next to it. Rows with and without a draw have the same last columns. */
function priceAt(row: Element, fromEnd: number): HTMLElement | null {
  const priced = cellsOf(row)
    .toReversed()
    .flatMap((cell, column) => {
      const price = cell.querySelector<HTMLElement>(PRICE)
      return price ? [{ price, away: Math.abs(column - fromEnd) }] : []
    })
  return priced.toSorted((one, other) => one.away - other.away)[0]?.price ?? null
}

/** Where an arrow leads: the next stop of the row; from a price to the prices of another row, from a link to its links. */
export function targetOf(key: string, grid: HTMLElement, from: HTMLElement, rtl: boolean): HTMLElement | null {
  const row = from.closest<HTMLElement>('[role=row]')
  if (!row) return null
  const stops = seen(row, STOPS)
  if (key === 'Home') return stops[0] ?? null
  if (key === 'End') return stops.at(-1) ?? null
  const index = stops.indexOf(from.closest<HTMLElement>(STOPS) ?? from)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return stops[index + ((key === 'ArrowRight') === rtl ? -1 : 1)] ?? null
  const kind = from.closest(PRICE) ? PRICE : LINK
  const rows = [...grid.querySelectorAll<HTMLElement>('[role=row]')].filter((one) => one === row || seen(one, kind).length > 0)
  const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
  if (!next) return null
  if (kind === PRICE)
    return priceAt(
      next,
      cellsOf(row)
        .toReversed()
        .findIndex((cell) => cell.contains(from)),
    )
  const links = seen(next, LINK)
  return links[Math.min(Math.max(seen(row, LINK).indexOf(from.closest<HTMLElement>(LINK) ?? from), 0), links.length - 1)] ?? null
}

/** Goes there; false where the table ends. */
export function leadTo(key: string, grid: HTMLElement, from: HTMLElement): boolean {
  const target = targetOf(key, grid, from, getComputedStyle(grid).direction === 'rtl')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return target !== null
}
