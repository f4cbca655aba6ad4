/**
 * Settlement of the worker. The feed's process only stores results, with the chunks of work that follow from
 * them; whoever has the worker's role moves the money. A worker that dies leaves whole chunks to the next.
 */
import type { Settlement } from '#modules/settlement/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Logger } from '#platform/server/log.ts'

const RESULTS = 'results.stored'
/** The backstop for a lost hint, and for a run that a cut connection left in the middle. */
const LOOK_MS = 1_000
const SWEEP_MS = 2_500

export interface Settler {
  stop(): Promise<void>
}

export function startSettler(settlement: Settlement, bus: Bus, log: Logger): Settler {
  let working: Promise<void> = Promise.resolve()
  const settle = (): void => {
    working = settlement.resume().catch((error: unknown) => log.warn({ err: error }, 'settlement failed, trying again'))
  }
  bus.on(RESULTS, settle)
  settle()
  const look = setInterval(settle, LOOK_MS)
  const sweep = setInterval(
    () => void settlement.sweep().catch((error: unknown) => log.warn({ err: error }, 'settlement sweep failed')),
    SWEEP_MS,
  )
  look.unref()
  sweep.unref()
  return {
    async stop() {
      clearInterval(look)
      clearInterval(sweep)
      await working
    },
  }
}

/** Results are committed: the worker need not wait for its next look. */
export function tellResults(bus: Bus): void {
  bus.broadcast(RESULTS, {})
}
