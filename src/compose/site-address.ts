/** Where letters come from and where their links lead: the first host that the brand names. */
import { isIP } from 'node:net'
import type { Env } from '#platform/server/env.ts'

interface Named {
  id: string
  hosts: readonly string[]
  customize: { name: string }
}
interface Listed<T extends Named> {
  list(): readonly { config: T }[]
}

/** What was written for a brand that is gone leaves for the first one. */
export function brandOrFirst<T extends Named>(brands: Listed<T>, id: string): T {
  const all = brands.list()
  return (all.find(({ config }) => config.id === id) ?? all[0]!).config
}

/** Letters bear the name of their brand and come from its first host. */
export function letterSender(brands: Listed<Named>): (brand: string) => { name: string; address: string } {
  return (brand) => {
    const { hosts, customize } = brandOrFirst(brands, brand)
    return { name: customize.name, address: `no-reply@${hosts[0]!.replace(/^www\./, '')}` }
  }
}

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
