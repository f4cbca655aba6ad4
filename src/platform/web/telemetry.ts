/**
 * Counting of what happens in the page: batches of ten, every three seconds, at most five requests a second
 * (spec §9). A failure is swallowed: telemetry never disturbs the site.
 */
import { pageLanguage } from './call.ts'
import { storage } from './storage.ts'
import { telemetryProject } from './telemetry-project.ts'

/** Named codes of the specification, and ours in the same range. */
export const EVENT = {
  pageLeave: 1001,
  pageComeBack: 1002,
  registration: 1000,
  registrationDone: 1255,
  regDone: 1356,
  bet: 10000,
  betDone: 1070,
  paymentsReturn: 10001,
  toPayments: 10002,
  depositFrame: 9000,
  firstDeposit: 1531,
  reDeposit: 1532,
} as const

const SEND_MS = 3_000
const BATCH = 10
const MAX_PER_SECOND = 5
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

type Row = [code: number, at: number, data: Readonly<Record<string, unknown>>]

let queue: Row[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let sentAt: number[] = []
/** Server's clock minus ours, ms, from the `ts` of answers. */
let offsetMs = 0

/** Nothing is counted before the visitor has said yes to all cookies, and nothing any more once he takes it back (DAT-06). */
const mayCount = () => /(?:^|;\s*)cookies_agree_type=3(?:;|$)/.test(document.cookie)

export function track(code: number, data: Readonly<Record<string, unknown>> = {}): void {
  if (!telemetryProject() || !mayCount()) return
  queue.push([code, Date.now() + offsetMs, data])
  timer ??= setTimeout(() => void flush(), SEND_MS)
}

/** Sends what waits, before the page goes elsewhere. */
export async function sendCounted(): Promise<void> {
  clearTimeout(timer)
  await flush()
}

async function flush(): Promise<void> {
  timer = undefined
  const now = performance.now()
  sentAt = sentAt.filter((at) => now - at < 1_000)
  while (queue.length > 0 && sentAt.length < MAX_PER_SECOND) {
    sentAt.push(now)
    const events = queue.slice(0, BATCH)
    queue = queue.slice(BATCH)
    await send(events)
  }
  if (queue.length > 0) timer = setTimeout(() => void flush(), SEND_MS)
}

async function send(events: readonly Row[]): Promise<void> {
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
      body: JSON.stringify({ w: innerWidth, sw: screen.width, sh: screen.height, u: location.pathname, ev: events, sids: [] }),
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
