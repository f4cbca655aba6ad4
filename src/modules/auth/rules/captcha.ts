/** What a captcha asks and what counts as its answer. Pure: pictures are drawn on the server from the same numbers. */

export const HUNT_TARGETS = ['circle', 'triangle', 'square', 'star', 'cross', 'moon'] as const
export type HuntTarget = (typeof HUNT_TARGETS)[number]

/** Pixels of the puzzle's picture and of its piece. */
export const PUZZLE = { width: 320, height: 180, piece: 60, tolerance: 5 } as const
/** Nine square parts in three rows. */
export const HUNT = { part: 104, parts: 9 } as const

type CaptchaType = HostedKind | 'hunt' | 'puzzle' | 'custom' | 'disabled'
export type OwnKind = 'puzzle' | 'hunt' | 'pow'
export const HOSTED_KINDS = ['hcaptcha', 'google'] as const
export type HostedKind = (typeof HOSTED_KINDS)[number]

export function isHosted(type: CaptchaType): type is HostedKind {
  return (HOSTED_KINDS as readonly string[]).includes(type)
}

export interface PuzzleSolution {
  x: number
  y: number
}

/** The piece lies in its hole; a hand is never exact to the pixel. */
export function isPuzzleSolved(solution: PuzzleSolution, x: number): boolean {
  return Math.abs(solution.x - x) <= PUZZLE.tolerance
}

/** Every part with the target and none without. */
export function isHuntSolved(solution: readonly number[], cells: readonly number[]): boolean {
  const marked = new Set(cells)
  return marked.size === solution.length && solution.every((cell) => marked.has(cell))
}

/**
 * What of ours a brand's visitors are asked. A hosted captcha without keys is not offered, and proof of work takes its
 * place: a call that asks for a captcha never goes without one (WEB-14).
 */
export function offeredKind(type: CaptchaType): OwnKind {
  return type === 'puzzle' || type === 'hunt' ? type : 'pow'
}

const BASE_WORK = 60

/** Tries of a proof of work, least and greatest: they grow with the tasks that a network asked for lately (B-9). */
export function workFor(recentTasks: number): { least: number; most: number } {
  const factor = recentTasks < 10 ? 1 : recentTasks < 30 ? 2 : recentTasks < 100 ? 4 : 8
  return { least: BASE_WORK * factor, most: BASE_WORK * 3 * factor }
}
