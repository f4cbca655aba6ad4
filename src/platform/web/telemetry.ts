/**
 * Counting of what happens in the page: batches of ten, every three seconds, at most five requests a second
 * (spec §9). A failure is swallowed: telemetry never disturbs the site.
 */
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

/** `at` by the browser's clock, ms. */
export type Counted = [code: number, at: number, data: Readonly<Record<string, unknown>>]

let waiting: Counted[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Nothing is counted before the visitor has said yes to all cookies, and nothing any more once he takes it back (DAT-06). */
const mayCount = () => /(?:^|;\s*)cookies_agree_type=3(?:;|$)/.test(document.cookie)

export function track(code: number, data: Readonly<Record<string, unknown>> = {}): void {
  if (!telemetryProject() || !mayCount()) return
  waiting.push([code, Date.now(), data])
  timer ??= setTimeout(() => void sendCounted(), SEND_MS)
}

/** Sends what waits, before the page goes elsewhere. What sends comes in a file of its own: few pages count anything. */
export async function sendCounted(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  const rows = waiting
  waiting = []
  const left = await import('./telemetry-send.ts').then(({ sendBatches }) => sendBatches(rows)).catch(() => [])
  waiting = [...left, ...waiting]
  if (waiting.length > 0) timer ??= setTimeout(() => void sendCounted(), SEND_MS)
}
