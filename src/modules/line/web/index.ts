export { LiveCount } from './tree/LiveCount.tsx'
export { SportsTree } from './tree/SportsTree.tsx'
export { SearchBox } from './search/SearchBox.tsx'
