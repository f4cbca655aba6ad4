/** Door of cash-out in the browser. */
export { CashOut } from './CashOut.tsx'
export type { SellableBet } from './use-sale.ts'
