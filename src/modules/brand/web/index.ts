/** Door of brand in the browser: access to pages by the brand's rules. */
export { guard, leadsTo } from './guard.ts'
export { useOpenPages, useWayTo } from './open-pages.ts'
