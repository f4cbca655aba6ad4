/** Door of the line in the browser: the tree and the search of the frame, and the parts that lists of other pages are made of. */
export { LiveCount } from './tree/LiveCount.tsx'
export { SportsTree } from './tree/SportsTree.tsx'
export { SearchBox } from './search/SearchBox.tsx'
export { champAddress, gameAddress, leadingId, sportName } from './model/addresses.ts'
export { useKept } from './model/kept.ts'
export { hasGroups, segmentsOf } from './model/periods.ts'
export { groupName, outcomeName } from './model/outcome-text.ts'
export {
  favoritesQuery,
  feed,
  listQuery,
  nameModelQuery,
  placesQuery,
  searchQuery,
  treeQuery,
  type FeedFilter,
  type NameModel,
} from './model/queries.ts'
export { frameQueries } from './model/screen-loaders.ts'
export { trimState } from './model/trim-state.ts'
export { LINE, LIVE, type ChampNode, type Kind, type LineGame, type Outcome, type SportNode } from './model/types.ts'
export { readCard, readGames, valueOf } from './model/wire-rows.ts'
export { useDates, useMounted } from './model/zone.ts'
export { minuteText, useClock, useLiveScore } from './live/live-score.ts'
export { lockOfHead, PageLockProvider, type LiveHead } from './live/locks.tsx'
export { useLists, type ListSegment } from './live/use-lists.ts'
export { cellsOf, knowsDraw } from './model/columns.ts'
export { favorites, type FavoriteChange, type FavoriteGame, type FavoritePlace, type Favorites } from './favorites/favorites-store.ts'
export { TopGamesPlace, useFavorites } from './favorites/use-favorites.ts'
export { FavoriteStar, PlaceStar } from './table/FavoriteStar.tsx'
export { Filters, usePeriod } from './table/Filters.tsx'
export { LinePrice } from './table/LinePrice.tsx'
export { LineTable } from './table/LineTable.tsx'
export { PinButton, usePins, type Pins } from './table/PinButton.tsx'
export { ListView, LiveBadge, NothingHere, SkeletonTable } from './table/ListView.tsx'
export { cellName } from './table/names.ts'
export { useRowMarket } from './table/view-settings.ts'
