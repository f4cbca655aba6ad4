/** What can be heard of a game (wire 10.1, 10.2): an event, and when it is told. */

/** Line-ups have their number and name; no game offers them, because no provider tells when they become known. */
export const EVENTS = { score: 0, yellow: 1, corner: 2, red: 3, lineUps: 4, start: 5 } as const
export const PERIODS = { atOnce: 0, startAndEnd: 1, details: 2 } as const

export interface Option {
  event: number
  period: number
}

/** Sports where every change of the score is news; elsewhere the score is told at the ends of the parts. */
const GOALS: ReadonlySet<number> = new Set([1, 2, 14, 15, 25, 27, 67, 85, 144])
const CARDS: ReadonlySet<number> = new Set([1])

/** In the order in which they are shown. */
export function optionsOf(sportId: number): Option[] {
  const { atOnce, startAndEnd, details } = PERIODS
  return [
    ...(GOALS.has(sportId) ? [{ event: EVENTS.score, period: atOnce }] : []),
    ...(CARDS.has(sportId)
      ? [
          { event: EVENTS.yellow, period: atOnce },
          { event: EVENTS.red, period: atOnce },
          { event: EVENTS.corner, period: atOnce },
        ]
      : []),
    { event: EVENTS.start, period: startAndEnd },
    { event: EVENTS.score, period: details },
  ]
}

/** One number for the database. */
export function optionCode({ event, period }: Option): number {
  return event * 10 + period
}

export const MAX_GAMES = 200
export const CHANNELS = { site: 1, push: 2, mail: 3 } as const
