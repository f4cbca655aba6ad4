/** Door of the ledger in the browser. */
export { useCurrencyView } from './use-currency-view.ts'
