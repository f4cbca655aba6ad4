/**
 * Places of a field. Runners come in as a race of exponential clocks with their weights, which is the Plackett–Luce order:
 * a runner is among the first k when fewer than k others have come in before him.
 */

const STEPS = 48

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

/** Row k − 1: chance of every runner to be among the first k. `weights` are positive; k = 1 … most. */
export function placeChances(weights: readonly number[], most: number): number[][] {
  const sum = weights.reduce((s, w) => s + w, 0)
  const w = weights.map((x) => x / sum)
  const inFirst = Array.from({ length: most }, () => new Array<number>(w.length).fill(0))
  // The clock is cut at equal steps of the chance that a middling runner is in, so that each place has its own steps.
  const pace = 1 / w.length
  const timeAt = (step: number): number => -Math.log(1 - step / STEPS) / pace
  for (let step = 0; step < STEPS; step++) {
    const from = timeAt(step)
    const to = step + 1 === STEPS ? Infinity : timeAt(step + 1)
    // Inside a step the others are seen at two points of Gauss in the step's own measure.
    for (const at of GAUSS) {
      const time = -Math.log(1 - (step + at) / STEPS) / pace
      const come = w.map((x) => 1 - Math.exp(-x * time))
      for (let own = 0; own < w.length; own++) {
        const mass = (Math.exp(-w[own]! * from) - (to === Infinity ? 0 : Math.exp(-w[own]! * to))) / GAUSS.length
        if (mass < 1e-12) continue
        const others = othersIn(come, own, most)
        let sofar = 0
        for (let k = 0; k < most; k++) {
          sofar += others[k]!
          inFirst[k]![own]! += mass * sofar
        }
      }
    }
  }
  return inFirst.map((row, k) => scaled(row, Math.min(k + 1, w.length)))
}

const GAUSS = [0.5 - Math.sqrt(3) / 6, 0.5 + Math.sqrt(3) / 6]

/** The cutting of time leaves a thousandth of a place; chances of k places add up to k. */
function scaled(row: readonly number[], places: number): number[] {
  const sum = row.reduce((s, p) => s + p, 0)
  return row.map((p) => Math.min(1, (p * places) / sum))
}
