/** Door of the screens of orders. */
export { Orders } from './Orders.tsx'
export { useOrderCount } from './queries.ts'
