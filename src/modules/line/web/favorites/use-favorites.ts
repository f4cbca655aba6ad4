import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { useSiteTexts } from '../model/texts.ts'
import { favorites, MOST, type FavoriteChange, type Favorites } from './favorites-store.ts'

const NOTHING: Favorites = { games: [], champs: [], teams: [] }
const nothing = () => NOTHING

/** True inside the page of the top games: what is marked there is kept in a list of its own. */
export const TopGamesPlace = createContext(false)

export function useFavorites(): Favorites {
  return useSyncExternalStore(favorites.listen, favorites.get, nothing)
}

const unread = () => null

/** False before the lists of whoever looks have been read: that they are empty says nothing yet. */
export function useFavoritesKnown(): boolean {
  const { player } = useSession()
  const whose = useSyncExternalStore(favorites.listen, favorites.whose, unread)
  return player ? whose === 'account' : whose !== null
}

/** Whether one thing is marked, and the press that changes it. Renders again only when this mark changes. */
export function useFavorite(change: Omit<FavoriteChange, 'on'>): [boolean, () => void] {
  const text = useSiteTexts()
  const top = use(TopGamesPlace)
  const marked = useSyncExternalStore(
    favorites.listen,
    () => favorites.has(change),
    () => false,
  )
  const toggle = useCallback(() => {
    if (!favorites.toggle(change, top)) showToast({ kind: 'warning', text: text('favorite_full', { count: MOST[change.type] }) })
  }, [change, top, text])
  return [marked, toggle]
}
