/** What may be done to a call on its way, for `/dev/faults`. */
import { z } from 'zod'

export const FAULT_KINDS = ['slow', 'silent', 'cut', 'status', 'undated', 'falsify'] as const

const MAX_DELAY_MS = 60_000
const MAX_FAULTS = 20

export const faultSchema = z.object({
  /**
   * `slow` answers late, `silent` never, `cut` closes the connection after the call was made, `status` answers with
   * a status and a body instead, `undated` so without the head Date, `falsify` with a page instead of JSON.
   */
  kind: z.enum(FAULT_KINDS),
  /** Beginning of the paths it meets. */
  path: z.string().min(1).max(200).startsWith('/'),
  delayMs: z.coerce.number().int().min(0).max(MAX_DELAY_MS).default(3_000),
  status: z.coerce.number().int().min(200).max(599).default(503),
  /** Body of `status`, JSON; without it a refusal in the form of account calls. */
  body: z.string().max(4_000).default(''),
  /** So many calls, then it is gone; 0 = until it is taken away. */
  times: z.coerce.number().int().min(0).max(1_000).default(0),
})

export const faultsSchema = z.object({ faults: z.array(faultSchema).max(MAX_FAULTS) })

/** Stage of load at which extras are turned off; null: what is measured. */
export const loadSchema = z.object({ stage: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).nullable() })

export type Fault = z.infer<typeof faultSchema>

/** The fault that meets a call, and what is left of the list afterwards. The tools themselves are never met. */
export function meet(faults: readonly Fault[], url: string): { fault: Fault | null; left: readonly Fault[] } {
  if (url.startsWith('/dev')) return { fault: null, left: faults }
  const fault = faults.find(({ path }) => url.toLowerCase().startsWith(path.toLowerCase())) ?? null
  if (!fault || fault.times === 0) return { fault, left: faults }
  const left =
    fault.times === 1
      ? faults.filter((one) => one !== fault)
      : faults.map((one) => (one === fault ? { ...one, times: one.times - 1 } : one))
  return { fault, left }
}
