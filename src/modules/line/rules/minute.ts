const FOOTBALL = 1
const HALF_MIN = 45

/**
 * The minute of a clock as people say it: "67", and "45+2" where the clock runs on past the end of a half. `part` is the number of
 * the part that runs or ran last, 0 before the first. A clock that stands has no minute that runs: 45:00 at the break is the 45th.
 */
export function minuteOf(clockSec: number, sportId: number, part: number, stands: boolean): string {
  const minute = stands ? Math.ceil(clockSec / 60) || 1 : Math.floor(clockSec / 60) + 1
  const end = sportId === FOOTBALL && part < 3 ? part * HALF_MIN : 0
  return end && minute > end ? `${end}+${minute - end}` : `${minute}`
}
