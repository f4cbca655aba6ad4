/** How often a player is shown how he stands (RG-16, XT-41): his own choice, never less often than his profile asks. */

/** What a player may choose, minutes. */
export const CHECK_CHOICES = [15, 30, 60, 120, 240] as const

/** The choices under a profile that asks for a check at least so often; 0 = it asks for none. */
export function checkChoices(atLeastEvery: number): number[] {
  return CHECK_CHOICES.filter((minutes) => atLeastEvery === 0 || minutes <= atLeastEvery)
}

/** Minutes that count: the player's choice, else the brand's; the profile's where both are softer. 0 = no checks. */
export function checkEveryOf({ own, brand, profile }: { own: number | null; brand: number; profile: number }): number {
  const wanted = own ?? brand
  if (profile === 0) return wanted
  return wanted === 0 || wanted > profile ? profile : wanted
}

/** A session by the server's clock, unix seconds; `checkEvery` in minutes, 0 = no checks. */
export interface CheckedSession {
  now: number
  sessionFrom: number
  checkEvery: number
}

/** So many checks the player should have seen by now. */
export function checksUntil({ now, sessionFrom, checkEvery }: CheckedSession): number {
  return checkEvery === 0 ? 0 : Math.floor((now - sessionFrom) / (checkEvery * 60))
}

/** Milliseconds until the next one; null without checks. */
export function untilNextCheck({ now, sessionFrom, checkEvery }: CheckedSession): number | null {
  const every = checkEvery * 60
  return every === 0 ? null : (every - ((now - sessionFrom) % every)) * 1000
}
