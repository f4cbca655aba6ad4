/**
 * Advertising leaves by this door only: to nobody who has excluded or limited himself, and by the ways that its player has
 * agreed to, as they are at that moment (standards RG-12). Every letter and SMS names the address that ends them.
 */
import { acceptedChannels, unsubscribePath, type LeftWay } from '#modules/account/server/index.ts'
import { selectPlayer, type KeyService, type Messenger } from '#modules/auth/server/index.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import type { Advertisement } from '#modules/messages/server/index.ts'
import type { PersonalNews } from '#modules/subscriptions/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import type { SiteAddress } from './site-address.ts'

export interface AdvertisingDeps {
  db: Db
  messenger: Pick<Messenger, 'send'>
  keys: Pick<KeyService, 'mac'>
  brands: Pick<Brands, 'byId'>
  mayPromote(playerId: number): Promise<boolean>
  push(news: readonly PersonalNews[]): void
  siteOf: SiteAddress
}

export function createAdvertising(deps: AdvertisingDeps): (playerId: number, words: Advertisement) => Promise<void> {
  const { db, messenger, keys, brands, push, siteOf } = deps
  return async (playerId, { title, text, link }) => {
    if (!(await deps.mayPromote(playerId))) return
    const agreed = await inTx(db, async (tx) => {
      const player = await selectPlayer(tx, playerId)
      const { brand, language: lng, email, phone } = player
      const channels = await acceptedChannels(tx, playerId)
      const { config } = brands.byId(brand)
      const site = siteOf(config)
      const more = link === '' ? '' : `${site}/${lng}${link}`
      const params = { title, text, more }
      const leave = (way: LeftWay) => site + unsubscribePath((purpose, of) => keys.mac(purpose, of), { playerId, way }, lng)
      const sent = { brand, template: 'promotion', toMany: true, lng, params }
      if (channels.email && email !== null && player.email_confirmed_at !== null)
        await messenger.send(tx, { ...sent, channel: 'mail', to: email, unsubscribe: leave('email') })
      if (channels.sms && phone !== null && player.phone_confirmed_at !== null)
        await messenger.send(tx, { ...sent, channel: 'sms', to: `+${phone}`, unsubscribe: leave('sms') })
      return channels
    })
    if (agreed.push)
      push([{ playerId, topic: 'agreed', tag: 'promotion', page: link || '/office/messages', words: () => ({ title, text }) }])
  }
}
