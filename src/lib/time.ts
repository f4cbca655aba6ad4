/** Unix time in milliseconds. Domain code never asks the machine: it is given a clock. */
export type Millis = number

export interface Clock {
  /** Product time in ms; `/dev/clock` can advance it. */
  now(): Millis
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function unixSeconds(ms: Millis): number {
  return Math.floor(ms / 1000)
}
