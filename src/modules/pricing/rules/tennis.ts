/**
 * Tennis with independent points (rules 7.5): point → game → tie-break → set → match. pa and pb are the chances
 * of side 1 and side 2 to win a point on their own serve.
 */

/** Chance of the server to hold from the given points (0, 1, 2, 3 = 40; deuce is 3:3, advantage 4:3). */
export function gameProbability(p: number, points: readonly [number, number] = [0, 0]): number {
  const q = 1 - p
  const deuce = (p * p) / (p * p + q * q)
  const win = (i: number, j: number): number => {
    if (i >= 4 && i - j >= 2) return 1
    if (j >= 4 && j - i >= 2) return 0
    if (i >= 3 && j >= 3) return i === j ? deuce : i > j ? p + q * deuce : p * deuce
    return p * win(i + 1, j) + q * win(i, j + 1)
  }
  return win(points[0], points[1])
}

/**
 * Chance of side 1 in a tie-break to 7 with two points lead, serve A BB AA BB, from its points. `aServes`: side 1 serves the point
 * that comes now.
 */
export function tieBreakProbability(pa: number, pb: number, points: readonly [number, number] = [0, 0], aServes = true): number {
  const both = pa * (1 - pb)
  const level = both / (both + (1 - pa) * pb)
  const opensTurn = (played: number) => played % 4 === 0 || played % 4 === 3
  const aOpened = opensTurn(points[0] + points[1]) === aServes
  const known = new Map<number, number>()
  const win = (i: number, j: number): number => {
    if (Math.max(i, j) >= 7 && Math.abs(i - j) >= 2) return i > j ? 1 : 0
    // Of the next two points each side serves one, whoever begins.
    if (i === j && i >= 6) return level
    const cell = i * 1000 + j
    const found = known.get(cell)
    if (found !== undefined) return found
    const p = opensTurn(i + j) === aOpened ? pa : 1 - pb
    const value = p * win(i + 1, j) + (1 - p) * win(i, j + 1)
    known.set(cell, value)
    return value
  }
  return win(points[0], points[1])
}

/** Row and column of SetScores: games of side 1 and of side 2, 0 … 7. */
export const SET_SIZE = 8
export type SetScores = Float64Array

/**
 * Distribution of the final score of a set from the given games. `firstGame`: chance of side 1 in the game that
 * is being played, when its points are known.
 */
export function setScores(
  pa: number,
  pb: number,
  games: readonly [number, number] = [0, 0],
  aServes = true,
  firstGame?: number,
): SetScores {
  const holdA = gameProbability(pa)
  const holdB = gameProbability(pb)
  const tieBreak = tieBreakProbability(pa, pb)
  const reach = new Float64Array(64)
  reach[games[0] * SET_SIZE + games[1]] = 1
  const out = new Float64Array(64)
  for (let n = games[0] + games[1]; n <= 13; n++) {
    for (let i = Math.max(0, n - 7); i <= Math.min(7, n); i++) {
      const j = n - i
      const p = reach[i * SET_SIZE + j]!
      if (p === 0) continue
      if (isSetOver(i, j)) {
        out[i * SET_SIZE + j] = p
        continue
      }
      const even = (n - games[0] - games[1]) % 2 === 0
      const plain = i === 6 && j === 6 ? tieBreak : even === aServes ? holdA : 1 - holdB
      const win = n === games[0] + games[1] && firstGame !== undefined ? firstGame : plain
      reach[(i + 1) * SET_SIZE + j]! += p * win
      reach[i * SET_SIZE + j + 1]! += p * (1 - win)
    }
  }
  return out
}

export function isSetOver(i: number, j: number): boolean {
  const most = Math.max(i, j)
  return most === 7 || (most === 6 && Math.abs(i - j) >= 2)
}

export function setWin(scores: SetScores): number {
  let win = 0
  for (let i = 0; i < SET_SIZE; i++) for (let j = 0; j < i; j++) win += scores[i * SET_SIZE + j]!
  return win
}

/** Mean of the two orders of serve: what is known of a set that has not begun. */
export function freshSet(pa: number, pb: number): SetScores {
  const one = setScores(pa, pb, [0, 0], true)
  const two = setScores(pa, pb, [0, 0], false)
  return one.map((p, n) => (p + two[n]!) / 2)
}

/** Match from sets and the current set's chance; later sets are won with `later`. */
export function setsProbability(current: number, later: number, sets: readonly [number, number], setsToWin: number): number {
  const win = (i: number, j: number, p: number): number => {
    if (i === setsToWin) return 1
    if (j === setsToWin) return 0
    return p * win(i + 1, j, later) + (1 - p) * win(i, j + 1, later)
  }
  return win(sets[0], sets[1], current)
}
