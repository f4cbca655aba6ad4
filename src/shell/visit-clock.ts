/** How long a visit lasts: it begins anew after half an hour in which nobody did anything (SH-31). */
export const VISIT_PAUSE_MS = 1_800_000

/** The beginning of the visit that goes on now, ms. */
export function visitBegan(now: number, beganAt: number | null, lastActiveAt: number | null): number {
  if (beganAt === null || lastActiveAt === null) return now
  return now - lastActiveAt > VISIT_PAUSE_MS || beganAt > now ? now : beganAt
}

/** Hours and minutes, `0:07`; a broken clock never shows a negative time. */
export function visitText(beganAt: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - beganAt) / 60_000))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Partner reference of an address, `?ref=77`: a number of at most six digits (SH-34). */
export function refOf(search: string): string | null {
  const found = new URLSearchParams(search).get('ref')
  return found && /^[1-9]\d{0,5}$/.test(found) ? found : null
}
