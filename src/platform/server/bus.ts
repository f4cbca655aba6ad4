export type { Bus } from './bus/port.ts'
export { localBus } from './bus/local.ts'
export { natsBus } from './bus/nats.ts'
