/** Where the links of letters lead: the first host that the brand names. */
import type { Env } from '#platform/server/env.ts'

export type SiteAddress = (config: { hosts: readonly string[] }) => string

/** In development nobody stands before the server: its links name its own port, and no certificate. */
export function siteAddress({ mode, port }: Pick<Env, 'mode' | 'port'>): SiteAddress {
  return ({ hosts }) => (mode === 'development' ? `http://${hosts[0]!}:${port}` : `https://${hosts[0]!}`)
}
