/** What has become of an order, for the head of the panel that it stands in. */
import type { IconName } from '#ui/icon-names.ts'

export type OrderState = 'offer' | 'placed' | 'waits' | 'gone'

/** `order`: the betGUID of its job. */
export type OnOrder = (order: string, state: OrderState) => void

export const ORDER_ICONS: Readonly<Record<OrderState, IconName>> = {
  offer: 'help',
  placed: 'check-circle',
  waits: 'clock',
  gone: 'close-circle',
}

/** What asks for an answer comes first, then what has come true. */
const ORDER: readonly OrderState[] = ['offer', 'placed', 'waits', 'gone']

/** The state of several together; what has said nothing yet waits. */
export function stateOfAll(states: readonly OrderState[]): OrderState {
  return ORDER.find((state) => states.includes(state)) ?? 'waits'
}
