/**
 * What the statistics widget and the page around it (or the window that opened it) say to each other: objects with
 * `source: 'polosa-statistics'` through postMessage (specification §4, ST-15…19). Who reads one has looked at its
 * origin; whoever wrote it, its shape is checked here.
 */

export const SOURCE = 'polosa-statistics'

/**
 * Name of a frame whose page keeps the history itself: a link inside changes the place without an entry of its own, since
 * the page around makes one, and two of them would leave a press of Back that does nothing.
 */
export const KEPT_HISTORY = 'polosa-statistics-kept'

/** A price that was pressed in the statistics. */
export interface WidgetBet {
  gameId: number
  constId: number
  type: number
  param: number
  playerId: number
  /** Thousandths. */
  price: number
  kind: 1 | 3
  sportId: number
  champId: number
  names: { side1: string; side2: string; champ: string; market: string; outcome: string; period: string }
  /** Unix seconds. */
  startsAt: number
}

export type BetState = 'none' | 'selected' | 'elsewhere'

export type WidgetMessage =
  /** Page: it listens from now on; the widget tells its height and title again. */
  | { type: 'hello' }
  /** Widget: its content has this height. */
  | { type: 'bodyHeightChanged'; height: number; fixed: boolean }
  /** Page: go one step in the widget's history. */
  | { type: 'goBack' }
  | { type: 'goForward' }
  /** Either: the place is now this one; `path` is what stands behind statisticpopup/, with its query. */
  | { type: 'historyRouteChanged'; path: string; mode: 'push' | 'replace' }
  /** Either: a block is hidden or shown; the flag is `stHideItem-<key>`. */
  | { type: 'toggleHiddenItem'; key: string; hidden: boolean }
  | { type: 'setTitle'; title: string }
  /** Widget: press of a price. */
  | { type: 'sendBet'; bet: WidgetBet }
  /** Widget: which of these outcomes are in the coupon? Keys are `gameId:type:param*10000:playerId`. */
  | { type: 'getCouponData'; keys: string[] }
  /** Page: the answer, and again with every change. */
  | { type: 'betsUpdate'; bets: Record<string, BetState> }

const MAX_HEIGHT_PX = 200_000
const MAX_KEYS = 40
const KEY = /^\d{1,12}:\d{1,9}:-?\d{1,15}:\d{1,12}$/
const ITEM = /^[a-z0-9-]{1,40}$/

type Fields = Record<string, unknown>

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max
const isWhole = (value: unknown, min = 0, max = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max

/** Null for everything that is no message of ours. */
export function readMessage(data: unknown): WidgetMessage | null {
  if (typeof data !== 'object' || data === null || (data as Fields)['source'] !== SOURCE) return null
  const fields = data as Fields
  switch (fields['type']) {
    case 'bodyHeightChanged': {
      const { height, fixed } = fields
      return typeof height === 'number' && height >= 0 && height <= MAX_HEIGHT_PX
        ? { type: 'bodyHeightChanged', height, fixed: fixed === true }
        : null
    }
    case 'hello':
    case 'goBack':
    case 'goForward':
      return { type: fields['type'] }
    case 'historyRouteChanged': {
      const { path, mode } = fields
      const safe = isText(path, 400) && /^[a-z]+\/[a-z0-9/]*(\?[^#\s]*)?$/i.test(path)
      return safe && (mode === 'push' || mode === 'replace') ? { type: 'historyRouteChanged', path, mode } : null
    }
    case 'toggleHiddenItem': {
      const { key, hidden } = fields
      return isText(key, 40) && ITEM.test(key) && typeof hidden === 'boolean' ? { type: 'toggleHiddenItem', key, hidden } : null
    }
    case 'setTitle':
      return isText(fields['title'], 300) ? { type: 'setTitle', title: fields['title'] } : null
    case 'sendBet': {
      const bet = readBet(fields['bet'])
      return bet && { type: 'sendBet', bet }
    }
    case 'getCouponData': {
      const { keys } = fields
      const fits = Array.isArray(keys) && keys.length <= MAX_KEYS && keys.every((key) => isText(key, 60) && KEY.test(key))
      return fits ? { type: 'getCouponData', keys: keys as string[] } : null
    }
    case 'betsUpdate':
      return readBets(fields['bets'])
    default:
      return null
  }
}

function readBets(given: unknown): WidgetMessage | null {
  if (typeof given !== 'object' || given === null) return null
  const entries = Object.entries(given)
  const fits = entries.length <= MAX_KEYS && entries.every(([key, state]) => KEY.test(key) && isState(state))
  return fits ? { type: 'betsUpdate', bets: Object.fromEntries(entries) as Record<string, BetState> } : null
}

function isState(value: unknown): value is BetState {
  return value === 'none' || value === 'selected' || value === 'elsewhere'
}

const NUMBERS = ['gameId', 'constId', 'type', 'playerId', 'sportId', 'champId', 'startsAt'] as const
const NAMES = ['side1', 'side2', 'champ', 'market', 'outcome', 'period'] as const

function readBet(given: unknown): WidgetBet | null {
  if (typeof given !== 'object' || given === null) return null
  const bet = given as Fields
  const names = bet['names'] as Fields | null
  if (typeof names !== 'object' || names === null || !NAMES.every((name) => isText(names[name], 200))) return null
  if (!NUMBERS.every((name) => isWhole(bet[name]))) return null
  const { param, price, kind } = bet
  if (typeof param !== 'number' || !Number.isFinite(param) || Math.abs(param) > 1e9) return null
  if (!isWhole(price, 1001, 100_000_000) || (kind !== 1 && kind !== 3)) return null
  return {
    ...(Object.fromEntries(NUMBERS.map((name) => [name, bet[name]])) as Pick<WidgetBet, (typeof NUMBERS)[number]>),
    param,
    price,
    kind,
    names: Object.fromEntries(NAMES.map((name) => [name, names[name]])) as WidgetBet['names'],
  }
}
