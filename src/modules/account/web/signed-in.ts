/**
 * After sign-in: the format of prices that the account keeps holds in this browser too; and when and where the player was signed
 * in the last time (SH-19), if brand and player want it.
 */
import { useEffect } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { displayName, formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { keepPriceView } from '#platform/web/price-view.ts'
import { storage } from '#platform/web/storage.ts'
import { readUserConfig } from './user-config.ts'

export function useAfterSignIn(signedIn: boolean): void {
  const text = useTexts<typeof import('../../../../locales/ru/account.json')>('account')
  const { lng, country } = useSite()
  useEffect(() => {
    if (!signedIn) return
    let current = true
    void (async () => {
      if ((await storage.get('draft-signed-in')) !== true) return
      await storage.remove('draft-signed-in')
      const { lastSession, oddsFormat } = await readUserConfig()
      if (oddsFormat !== null) keepPriceView(oddsFormat)
      if (!lastSession || !current) return
      const place = lastSession.country ? displayName(lastSession.country, 'region', lng) : text('place_unknown')
      const date = formatDate(lastSession.date * 1000, 'Pp', { lng, country })
      const { showToast } = await import('#platform/web/ModalHost.tsx')
      showToast({ kind: 'info', text: text('last_session', { date, place, device: lastSession.device }), lifetimeMs: 10_000 })
    })().catch(() => {})
    return () => {
      current = false
    }
    // Once a document: signing in always loads a new one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [signedIn])
}
