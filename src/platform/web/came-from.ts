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

/** The address that this document was asked for by: he looks around before he registers. */
function landing(): URLSearchParams {
  const [entry] = performance.getEntriesByType('navigation')
  return new URL(entry?.name ?? location.href, location.href).searchParams
}

/** Who sent him, by this document's first address or an earlier one; kept for thirty days. */
export async function keptCameFrom(): Promise<CameFrom | null> {
  const from = cameFromOf(landing())
  if (!from.refCode && !from.referral) return storage.get('cameFrom')
  await storage.set('cameFrom', from, KEPT_MS)
  return from
}
