/** Door of the favourites in the browser. */
export { FavoritesSync } from './FavoritesSync.tsx'
