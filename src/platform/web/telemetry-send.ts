/** The calls of counting: batches of ten, at most five requests a second (spec §9). */
import { pageLanguage } from './call.ts'
import { storage } from './storage.ts'
import type { Counted } from './telemetry.ts'
import { telemetryProject } from './telemetry-project.ts'

const BATCH = 10
const MAX_PER_SECOND = 5
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

let sentAt: number[] = []
/** Server's clock minus ours, ms, from the `ts` of answers. */
let offsetMs = 0

/** Gives back what has to wait for the next second. */
export async function sendBatches(rows: readonly Counted[]): Promise<readonly Counted[]> {
  const now = performance.now()
  sentAt = sentAt.filter((at) => now - at < 1_000)
  let from = 0
  for (; from < rows.length && sentAt.length < MAX_PER_SECOND; from += BATCH) {
    sentAt.push(now)
    await send(rows.slice(from, from + BATCH))
  }
  return rows.slice(from)
}

async function send(events: readonly Counted[]): Promise<void> {
  try {
    const response = await fetch(`/fatman-api/${telemetryProject()}/event.json`, {
      method: 'POST',
      keepalive: true,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'x-client-id': await clientId(),
        'x-language': pageLanguage(),
      },
      body: JSON.stringify({
        w: innerWidth,
        sw: screen.width,
        sh: screen.height,
        u: location.pathname,
        ev: events.map(([code, at, data]) => [code, at + offsetMs, data]),
        sids: [],
      }),
    })
    const { ts } = (await response.json()) as { ts?: number }
    if (typeof ts === 'number') offsetMs = ts / 1000 - Date.now()
  } catch {
    // Swallowed: what is lost here is a number in a report.
  }
}

/** The browser's id; one that is no UUID is replaced (spec §5). */
async function clientId(): Promise<string> {
  const known = await storage.get('clientId')
  if (known && UUID.test(known)) return known
  const made = crypto.randomUUID()
  await storage.set('clientId', made)
  return made
}
