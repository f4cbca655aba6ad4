/** Advances (rules 8.5), as the coupon tells them before the press. */
import { HOUR } from '#lib/time.ts'

/** Open bets repay an advance within so many hours, or the bet with it is void. */
export const ADVANCE_HOURS = 48
export const ADVANCE_MS = ADVANCE_HOURS * HOUR
