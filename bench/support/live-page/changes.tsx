/** What both pages show and how it changes: 500 games of three prices, 200 changes a second, the same numbers. */
export const GAMES = 500
export const PRICES = 3
const CHANGES_PER_SECOND = 200
const STEP_MS = 20

export const firstPrice = (game: number, n: number) => 1_200 + ((game * 37 + n * 411) % 4_000)

/** Calls `change` 200 times a second with a price that is new for its cell. */
export function startChanges(change: (game: number, n: number, price: number) => void): void {
  let state = 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  let due = performance.now()
  setInterval(() => {
    const now = performance.now()
    for (; due <= now; due += 1000 / CHANGES_PER_SECOND) change(next(GAMES), next(PRICES), 1_100 + next(6_000))
  }, STEP_MS)
}
