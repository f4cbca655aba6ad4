/** Keeps the marks of the line and those of the account the same while somebody is signed in (DU-07…12). Draws nothing. */
import { useEffect } from 'react'
import { favorites, type FavoriteChange } from '#modules/line/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { AccountLists, moveIn } from './account-lists.ts'

export function FavoritesSync() {
  const { player } = useSession()
  const { lng } = useSite()
  const text = useTexts<typeof import('../../../../locales/ru/site.json')>('site')
  const id = player?.id ?? null
  useEffect(() => {
    if (id === null) {
      favorites.detach()
      return
    }
    const stop = new AbortController()
    let closeToast = () => {}
    const lost = (kept: FavoriteChange, error: unknown) => {
      favorites.amend(kept)
      // Several at once are said once.
      closeToast()
      const refused = isApiError(error) && error.code !== null
      closeToast = showToast({ kind: 'warning', text: refused ? error.message : text('favorite_lost') })
    }
    const account = new AccountLists({ lng, signal: stop.signal, lost })
    let attached = false
    const read = async () => {
      const lists = await account.read()
      if (stop.signal.aborted) return
      favorites.attach(lists, account.tell)
      attached = true
    }
    const begin = async () => {
      const left = await moveIn(await favorites.handOver())
      if (stop.signal.aborted) return
      await favorites.forget(left)
      await read()
    }
    let running: Promise<void> | null = null
    const bring = () => {
      running ??= (attached ? read() : begin())
        .catch((error: unknown) => {
          if (stop.signal.aborted) return
          // Without the account's lists the browser's stay as they are; the next look at the page tries again.
          favorites.stay()
          console.error('favourites were not read', error)
        })
        .finally(() => (running = null))
    }
    bring()
    // Another tab may have marked something meanwhile.
    window.addEventListener('focus', bring)
    return () => {
      stop.abort()
      window.removeEventListener('focus', bring)
    }
    // `text` is new at each render and says the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, lng])
  return null
}
