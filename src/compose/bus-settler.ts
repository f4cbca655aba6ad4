/**
 * Settlement of the worker. The feed's process only stores results, with the chunks of work that follow from
 * them; whoever has the worker's role moves the money. A worker that dies leaves whole chunks to the next.
 */
import type { Settlement } from '#modules/settlement/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Logger } from '#platform/server/log.ts'
import { repeat } from '#platform/server/repeat.ts'

const RESULTS = 'results.stored'
/** The backstop for a lost hint, and for a run that a cut connection left in the middle. */
const LOOK_MS = 1_000
const SWEEP_MS = 2_500

export interface Settler {
  stop(): Promise<void>
}

export function startSettler(settlement: Settlement, bus: Bus, log: Logger): Settler {
  const failed = (err: unknown) => log.warn({ err }, 'settlement failed, trying again')
  let hinted: Promise<void> = Promise.resolve()
  // The settlement itself does one run for all that ask while it works.
  const settle = (): void => {
    hinted = settlement.resume().catch(failed)
  }
  bus.on(RESULTS, settle)
  settle()
  const stopLooking = repeat(LOOK_MS, () => settlement.resume(), failed)
  const stopSweeping = repeat(
    SWEEP_MS,
    () => settlement.sweep(),
    (err) => log.warn({ err }, 'settlement sweep failed'),
  )
  return {
    async stop() {
      await Promise.all([stopLooking(), stopSweeping()])
      await hinted
    },
  }
}

/** Results are committed: the worker need not wait for its next look. */
export function tellResults(bus: Bus): void {
  bus.broadcast(RESULTS, {})
}
