/** Opens another document; what was counted on this one is sent before, which holds nobody up for long. */
import { sendCounted } from './telemetry.ts'

const COUNTING_MS = 500

export async function leaveFor(url: string): Promise<void> {
  await Promise.race([sendCounted(), new Promise((resolve) => setTimeout(resolve, COUNTING_MS))])
  location.assign(url)
}
