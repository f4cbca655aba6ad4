/**
 * What a player says of changed prices: kept by this browser for him, and on his account, so that another browser knows it too.
 */
import { request } from './call.ts'
import { storage, type CouponSettings } from './storage.ts'

/** By the value of the account's setting (wire 13.1): the first three are those of CheckCf. */
export const PRICE_POLICIES = ['ask', 'any', 'better', 'drop2', 'drop5', 'drop10'] as const
export type PricePolicy = (typeof PRICE_POLICIES)[number]

const SETTING_ID = 1

export const withPolicy = (known: CouponSettings | null, playerId: number | null, policy: PricePolicy): CouponSettings => ({
  ...known,
  policies: { ...known?.policies, [String(playerId ?? 0)]: policy },
})

/** The account is told too; where that fails, the choice of this browser stands. */
export async function keepPolicy(playerId: number | null, policy: PricePolicy): Promise<void> {
  await storage.update('couponSettings', (known) => withPolicy(known, playerId, policy))
  if (playerId === null) return
  const body = { setting_id: SETTING_ID, setting_value: PRICE_POLICIES.indexOf(policy) }
  await request('POST', '/web-api/office/savesetting', { auth: 'token', body }).catch(() => {})
}

interface Setting {
  attributes: { setting_id: number; setting_value: number }
}

/** A browser in which this player has said nothing takes what his account says. */
export async function takePolicy(playerId: number): Promise<void> {
  const known = await storage.get('couponSettings')
  if (known?.policies?.[String(playerId)] !== undefined) return
  const answer = await request<{ data?: Setting[] }>('GET', '/api/web/user/v1/settings', { auth: 'token' }).catch(() => null)
  const value = answer?.data?.find(({ attributes }) => attributes.setting_id === SETTING_ID)?.attributes.setting_value
  const policy = PRICE_POLICIES[value ?? -1]
  if (policy && policy !== 'ask')
    await storage.update('couponSettings', (now) =>
      now?.policies?.[String(playerId)] === undefined ? withPolicy(now, playerId, policy) : now!,
    )
}
