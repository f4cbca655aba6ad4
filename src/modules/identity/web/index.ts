/** Door of identity in the browser. */
export { IdentityNotice } from './IdentityNotice.tsx'
