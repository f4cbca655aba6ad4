/** Door of the journal's screens. */
export { ReceiptButton } from './ReceiptButton.tsx'
