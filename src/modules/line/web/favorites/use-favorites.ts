import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSiteTexts } from '../model/texts.ts'
import { favorites, MOST, type FavoriteChange, type Favorites } from './favorites-store.ts'

const NOTHING: Favorites = { games: [], champs: [], teams: [] }
const nothing = () => NOTHING

/** True inside the page of the top games: what is marked there is kept in a list of its own. */
export const TopGamesPlace = createContext(false)

export function useFavorites(): Favorites {
  return useSyncExternalStore(favorites.listen, favorites.get, nothing)
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
