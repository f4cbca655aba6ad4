/**
 * State that windows of one site share: a page, the page that frames it and the frames inside it (specification §2
 * "Cross-window shared state", §4). Pure: who may be spoken to and how a message travels is the caller's business.
 *
 * A window says hello to each window it knows; the answer makes both sides handshaked. A change is adopted when it is
 * newer than what is known (a counter per key, equal counters by the name of the writer) and relayed to all others,
 * so that every window ends with the same values in whatever order messages arrive, and none travels in a circle.
 * What a window set before it was welcomed is the newest there is, although its counter begins anew: a document that
 * was just loaded knows best where it is.
 */

export interface SharedState {
  /** Path of the page with its language and query. */
  routePath: string
  headerHidden: boolean
  bottomNavigationHidden: boolean
  microfrontModalOpen: boolean
  bottomActionsVisible: boolean
  betsHistoryTypeFilterVisible: boolean
  overlayTheme: 'system' | 'paper' | 'flood'
  consultantAvailable: boolean
  canInstallWebApp: boolean
}
export type SharedKey = keyof SharedState

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
/** A place of this site only: no scheme, no other host, nothing that ends a line. */
const PATH = /^\/(?![/\\])[^\s\\#]{0,399}$/

const VALID: Record<SharedKey, (value: unknown) => boolean> = {
  routePath: (value) => typeof value === 'string' && PATH.test(value),
  headerHidden: isBoolean,
  bottomNavigationHidden: isBoolean,
  microfrontModalOpen: isBoolean,
  bottomActionsVisible: isBoolean,
  betsHistoryTypeFilterVisible: isBoolean,
  overlayTheme: (value) => value === 'system' || value === 'paper' || value === 'flood',
  consultantAvailable: isBoolean,
  canInstallWebApp: isBoolean,
}
export const SHARED_KEYS = Object.keys(VALID) as readonly SharedKey[]

export const LINK_STATE = { init: 'init', handshaked: 'handshaked' } as const
export type LinkState = (typeof LINK_STATE)[keyof typeof LINK_STATE]

const SOURCE = 'polosa-window'
const MAX_VERSION = Number.MAX_SAFE_INTEGER
const NAME = /^[a-z0-9-]{1,40}$/i

/** A value with the counter of its changes and the window that wrote it. */
interface Entry {
  key: SharedKey
  value: SharedState[SharedKey]
  version: number
  writer: string
}
export interface WindowMessage {
  source: typeof SOURCE
  type: 'hello' | 'welcome' | 'change'
  entries: Entry[]
}

/** Null for everything that is no message of this protocol; entries that do not fit are left out. */
export function readWindowMessage(data: unknown): WindowMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { source, type, entries } = data as Record<string, unknown>
  if (source !== SOURCE || (type !== 'hello' && type !== 'welcome' && type !== 'change')) return null
  if (!Array.isArray(entries) || entries.length > SHARED_KEYS.length) return null
  return { source: SOURCE, type, entries: entries.filter(isEntry) }
}

function isEntry(given: unknown): given is Entry {
  if (typeof given !== 'object' || given === null) return false
  const { key, value, version, writer } = given as Record<string, unknown>
  if (typeof key !== 'string' || !Object.hasOwn(VALID, key) || !VALID[key as SharedKey](value)) return false
  return Number.isSafeInteger(version) && (version as number) >= 0 && typeof writer === 'string' && NAME.test(writer)
}

/** A window at the other end of a line. */
export interface Peer {
  post: (message: WindowMessage) => void
}

export interface CrossWindow {
  /** A window that is known from now on: it is told hello. */
  join: (peer: Peer) => void
  leave: (peer: Peer) => void
  /** A message of a window that joined; one of any other window is passed over. */
  receive: (peer: Peer, data: unknown) => void
  set: <K extends SharedKey>(key: K, value: SharedState[K]) => void
  /** A first value: anything that any window has set is newer. */
  suggest: <K extends SharedKey>(key: K, value: SharedState[K]) => void
  get: <K extends SharedKey>(key: K) => SharedState[K] | undefined
  /** `handshaked` once any other window has answered. */
  state: () => LinkState
  stateOf: (peer: Peer) => LinkState
}

/** `onAdopt` hears what another window has changed, never what this one set. */
export function createCrossWindow(writer: string, onAdopt: (key: SharedKey, value: SharedState[SharedKey]) => void): CrossWindow {
  const entries = new Map<SharedKey, Entry>()
  const peers = new Map<Peer, LinkState>()
  const tell = (peer: Peer, type: WindowMessage['type'], list: Entry[]) => peer.post({ source: SOURCE, type, entries: list })

  const isNewer = (entry: Entry) => {
    const known = entries.get(entry.key)
    if (!known) return true
    return entry.version > known.version || (entry.version === known.version && entry.writer > known.writer)
  }
  const write = (entry: Entry) => {
    entries.set(entry.key, entry)
    for (const [peer, state] of peers) if (state === LINK_STATE.handshaked) tell(peer, 'change', [entry])
  }
  /** Says again, with a counter that wins, what this window set and a welcome would take back. */
  const insist = (welcome: Entry[]) => {
    for (const entry of welcome.filter(isNewer)) {
      const own = entries.get(entry.key)
      if (own && own.version > 0 && own.writer === writer && own.value !== entry.value)
        write({ ...own, version: Math.min(entry.version + 1, MAX_VERSION) })
    }
  }
  /** A window that has been here before answers hello and asks for nothing: what it does not know is told unasked. */
  const complete = (peer: Peer, welcome: Entry[]) => {
    const known = new Map(welcome.map((entry) => [entry.key, entry]))
    const lacking = [...entries.values()].filter(({ key, version, writer: by }) => {
      const theirs = known.get(key)
      return theirs?.version !== version || theirs.writer !== by
    })
    if (lacking.length > 0) tell(peer, 'change', lacking)
  }
  const adopt = (from: Peer, given: Entry[]) => {
    const news = given.filter(isNewer)
    for (const entry of news) {
      const isOther = entries.get(entry.key)?.value !== entry.value
      entries.set(entry.key, entry)
      if (isOther) onAdopt(entry.key, entry.value)
    }
    if (news.length === 0) return
    for (const [peer, state] of peers) if (peer !== from && state === LINK_STATE.handshaked) tell(peer, 'change', news)
  }

  return {
    join(peer) {
      if (peers.has(peer)) return
      peers.set(peer, LINK_STATE.init)
      tell(peer, 'hello', [])
    },
    leave: (peer) => void peers.delete(peer),
    receive(peer, data) {
      const message = readWindowMessage(data)
      if (!message || !peers.has(peer)) return
      peers.set(peer, LINK_STATE.handshaked)
      if (message.type === 'hello') tell(peer, 'welcome', [...entries.values()])
      if (message.type === 'welcome') insist(message.entries)
      adopt(peer, message.entries)
      if (message.type === 'welcome') complete(peer, message.entries)
    },
    set(key, value) {
      const known = entries.get(key)
      if ((known?.value === value && known.version > 0) || !VALID[key](value)) return
      write({ key, value, version: Math.min((known?.version ?? 0) + 1, MAX_VERSION), writer })
    },
    suggest(key, value) {
      if (!entries.has(key) && VALID[key](value)) write({ key, value, version: 0, writer })
    },
    get: <K extends SharedKey>(key: K) => entries.get(key)?.value as SharedState[K] | undefined,
    state: () => ([...peers.values()].includes(LINK_STATE.handshaked) ? LINK_STATE.handshaked : LINK_STATE.init),
    stateOf: (peer) => peers.get(peer) ?? LINK_STATE.init,
  }
}
