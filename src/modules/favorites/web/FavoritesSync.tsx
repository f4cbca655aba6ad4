/** Keeps the marks of the line and those of the account the same while somebody is signed in (DU-07…12). Draws nothing. */
import { useEffect } from 'react'
import { favorites } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { moveIn, readAccount, tell } from './account-lists.ts'

export function FavoritesSync() {
  const { player } = useSession()
  const { lng } = useSite()
  const id = player?.id ?? null
  useEffect(() => {
    if (id === null) {
      favorites.detach()
      return
    }
    const stop = new AbortController()
    const read = async () => {
      const lists = await readAccount(lng, stop.signal)
      if (!stop.signal.aborted) favorites.attach(lists, tell)
    }
    const begin = async () => {
      await favorites.load()
      await moveIn(favorites.get(), lng)
      await favorites.forget()
      await read()
    }
    // Without the account's lists the browser's stay as they are; the next visit tries again.
    begin().catch((error: unknown) => stop.signal.aborted || console.error('favourites were not read', error))
    // Another tab may have marked something meanwhile.
    const onFocus = () => void read().catch(() => {})
    window.addEventListener('focus', onFocus)
    return () => {
      stop.abort()
      window.removeEventListener('focus', onFocus)
    }
  }, [id, lng])
  return null
}
