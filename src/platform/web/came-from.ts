/** Who sent a visitor, as an address says it (RG-17): a partner's code, a friend by his number or his tag. */
import { storage } from './storage.ts'

export interface CameFrom {
  refCode: string
  /** Number of the friend. */
  referral: string
}

const KEPT_MS = 30 * 86_400_000

export function cameFromOf(search: URLSearchParams): CameFrom {
  const asked = (name: string, pattern: RegExp) => pattern.exec(search.get(name) ?? '')?.[1] ?? ''
  const friend = asked('friend', /^(\d{1,9})$/) || asked('referral_user_id', /^(\d{1,9})$/) || asked('tag', /^R(\d{1,9})$/)
  return { refCode: asked('refCode', /^([\w-]{1,64})$/), referral: friend }
}

/** Kept until he registers: he looks around before that. */
export async function keepCameFrom(search: string): Promise<void> {
  const from = cameFromOf(new URLSearchParams(search))
  if (from.refCode || from.referral) await storage.set('cameFrom', from, KEPT_MS)
}
