/** Door of the payments' web. */
export { FirstDepositPopup } from './FirstDepositPopup.tsx'
