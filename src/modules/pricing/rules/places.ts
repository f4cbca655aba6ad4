/**
 * Places of a field. Runners come in as a race of exponential clocks with their weights, which is the Plackett–Luce order:
 * a runner is among the first k when fewer than k others have come in before him.
 */

/** Logarithm of the factor between two moments; parts of the quickest one's time and times of the slowest one's, at the ends. */
const STEP = 0.12
const EARLY = 1e-4
const LATE = 14

/** Chance of 0 … most others that have come in, without runner `own`; counts above are left out. */
function othersIn(come: readonly number[], own: number, most: number): Float64Array {
  const p = new Float64Array(most)
  p[0] = 1
  for (let n = 0; n < come.length; n++) {
    if (n === own) continue
    const q = come[n]!
    for (let k = most - 1; k > 0; k--) p[k] = p[k]! * (1 - q) + p[k - 1]! * q
    p[0]! *= 1 - q
  }
  return p
}

/** Row k − 1: chance of every runner to be among the first k; k = 1 … most. One of weight 0 has dropped out and never comes in. */
export function placeChances(weights: readonly number[], most: number): number[][] {
  const sum = weights.reduce((s, w) => s + w, 0)
  const w = weights.map((x) => x / sum)
  const running = w.filter((x) => x > 0)
  const inFirst = Array.from({ length: most }, () => new Array<number>(w.length).fill(0))
  // The clock is cut by equal factors, from before the quickest comes in until the slowest has: late in a race a runner may be a
  // million times quicker than another, and each of them needs steps of his own.
  const first = Math.log(EARLY / Math.max(...running))
  const steps = Math.ceil((Math.log(LATE / Math.min(...running)) - first) / STEP)
  for (let step = 0; step <= steps; step++) {
    const from = step === 0 ? 0 : Math.exp(first + (step - 1) * STEP)
    const to = step === steps ? Infinity : Math.exp(first + step * STEP)
    // Inside a step the others are seen in its middle.
    const time = Math.exp(first + (step - 0.5) * STEP)
    const come = w.map((x) => 1 - Math.exp(-x * time))
    for (let own = 0; own < w.length; own++) {
      if (w[own] === 0) continue
      const mass = Math.exp(-w[own]! * from) - (to === Infinity ? 0 : Math.exp(-w[own]! * to))
      if (mass < 1e-12) continue
      const others = othersIn(come, own, most)
      let sofar = 0
      for (let k = 0; k < most; k++) {
        sofar += others[k]!
        inFirst[k]![own]! += mass * sofar
      }
    }
  }
  return inFirst.map((row, k) => scaled(row, Math.min(k + 1, running.length)))
}

/** The cutting of time leaves a thousandth of a place; chances of k places add up to k. */
function scaled(row: readonly number[], places: number): number[] {
  const sum = row.reduce((s, p) => s + p, 0)
  return row.map((p) => Math.min(1, (p * places) / sum))
}
