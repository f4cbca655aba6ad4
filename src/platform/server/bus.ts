import type { Bus } from './bus/port.ts'
import type { Logger } from './log.ts'

export type { Bus } from './bus/port.ts'
export { localBus } from './bus/local.ts'

/** Its client is read only where there is a server to talk to. */
export const natsBus = async (url: string, installation: string, log: Logger): Promise<Bus> =>
  (await import('./bus/nats.ts')).natsBus(url, installation, log)
