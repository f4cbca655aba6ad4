/** Where the links of letters lead: the first host that the brand names. */
import { isIP } from 'node:net'
import type { Env } from '#platform/server/env.ts'

export type SiteAddress = (config: { hosts: readonly string[] }) => string

/** In development nobody stands before the server: its links name its own port, and no certificate. */
export function siteAddress({ mode, port }: Pick<Env, 'mode' | 'port'>): SiteAddress {
  return ({ hosts }) => (mode === 'development' ? `http://${hosts[0]!}:${port}` : `https://${hosts[0]!}`)
}

/** A sentence for each brand whose letters would lead players to a machine of their own, or to an address without a certificate. */
export function unreachableBrands(brands: readonly { config: { id: string; hosts: readonly string[] } }[]): string[] {
  return brands
    .filter(({ config }) => isHere(config.hosts[0]!))
    .map(
      ({ config: { id, hosts } }) =>
        `WARNING: letters of the brand ${id} lead to https://${hosts[0]!}, where no player finds it: put its public host first in the hosts of its config.json`,
    )
}

const isHere = (host: string) => /(?:^|\.)localhost$/.test(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0
