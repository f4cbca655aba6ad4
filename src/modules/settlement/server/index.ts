/** The door of settlement. */
export type { SettleFact } from './actions.ts'
export { createSettlement, type Settlement, type SettlementDeps } from './settlement.ts'
export { settleFactOf } from './resolved-facts.ts'
export { verify, type Check } from './verify.ts'
