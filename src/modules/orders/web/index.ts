/** Door of the screens of orders. */
export { BidOffers } from './BidOffers.tsx'
export { Orders } from './Orders.tsx'
export { useOrderCount } from './queries.ts'
