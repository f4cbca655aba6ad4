/** The format of prices, in a file of its own: it comes with the choices. */
import type { saveSettingCall } from '#modules/account/contract.ts'
import { SETTING_ID } from '#modules/account/rules/settings.ts'
import { tellRefusal } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { keepPriceView } from '#platform/web/price-view.ts'
import { useSession } from '#platform/web/session.tsx'
import { storage, usePreference } from '#platform/web/storage.ts'

/** One choice for the browser and the account: a player finds it again wherever he signs in. */
export function useOddsFormat(): [number, (view: number) => void] {
  const { coefView, lng } = useSite()
  const { player } = useSession()
  const [view] = usePreference('coefView', coefView)
  const choose = (next: number) => {
    keepPriceView(next)
    if (!player) return
    const body = { setting_id: SETTING_ID.oddsFormat, setting_value: next }
    call<typeof saveSettingCall>('POST', '/web-api/office/savesetting', { auth: 'token', body }).catch(async (error: unknown) => {
      // What the account has refused does not hold here alone; a later choice stands for itself.
      if ((await storage.get('coefView')) === next) keepPriceView(view)
      await tellRefusal(error, lng)
    })
  }
  return [view, choose]
}
