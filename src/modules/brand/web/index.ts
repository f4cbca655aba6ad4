/** Door of brand in the browser: access to pages by the brand's rules. */
export { isListed } from '../rules/access.ts'
export { flagsOfPath } from '../rules/route-rules.ts'
export { guard } from './guard.ts'
