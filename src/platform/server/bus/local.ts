/** The bus of a process that is alone: there is nobody to tell. */
import type { Bus } from './port.ts'

export function localBus(): Bus {
  return {
    shared: false,
    broadcast() {},
    on() {},
    append() {},
    follow() {},
    serve() {},
    // oxlint-disable-next-line require-yield -- there is nobody to ask
    async *fetch(subject) {
      throw new Error(`nobody serves ${subject}: this process is alone`)
    },
    async close() {},
  }
}
