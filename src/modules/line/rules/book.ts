/**
 * The book: what can be bet on now, one version per game. `applyFact` (apply-fact.ts) is the only way it
 * changes. Everything the site and the wire show is read from here.
 */
import type {
  ChampionshipAbout,
  GameAbout,
  GameStatus,
  Incident,
  LiveState,
  MarketStatus,
  Names,
  Origin,
  Ref,
  StatusNote,
  StopReason,
} from '#modules/feeds/rules/fact.ts'
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'

/** Feed kinds of the specification: live 1, line 3. */
export type Kind = 1 | 3
export const KIND_LIVE: Kind = 1
export const KIND_LINE: Kind = 3

export interface BookSport {
  id: number
  names: Names
}

export interface BookChampionship {
  /** LI of the wire. */
  id: number
  ref: Ref
  sportId: number
  /** Our country id (seed/countries.json), 225 = international. */
  countryId: number
  countryCode: string
  names: Names
  /** Higher is shown first (T of the wire). */
  weight: number
  type: 'league' | 'cup' | 'stage' | 'outright'
  /** Section of the site, discipline, competition. */
  about?: ChampionshipAbout
}

export interface BookSide {
  id: number
  names: Names
  countryId: number
  countryCode: string
}

export interface BookOutcome {
  /** Outcome key: `T`, `T:P`, `T:P@player` (param.ts). Unique inside the part. */
  key: string
  t: number
  /** Parameter in wire form, 0 when none. */
  p: number
  playerId: number
  /** Price shown, thousandths; 0 = never priced. */
  price: Milli
  /** Margin-free probability, 0 when unknown. */
  prob: number
  active: boolean
  /** Locked by a person: whether its producer would have it open. */
  held?: boolean
  /** Set once decided; shown as won, lost, void. */
  result?: { won: 0 | 1; voidFactor: number; deadHeat: number; tied?: number }
}

export interface BookMarket {
  key: string
  spec: string
  g: number
  gs: number
  status: MarketStatus
  reason?: StopReason
  /** Main line of its group (CE). */
  main: boolean
  /** The owner: whose price it shows (feeds 2.1 rule 4). */
  producer: string
  /** Who computed the price: 'pricing' when it was derived inside the house, whatever feed it belongs to. */
  provider: string
  sentAt: Millis
  /** Stopped by a person for the reason `by`: what the producer says meanwhile (by-hand.ts). */
  held?: { by: StopReason; status: MarketStatus; reason?: StopReason | undefined }
  /** Priced by a person: whose it was. */
  taken?: { producer: string; provider: string }
  closesAt?: Millis
  /** False: the feed does not want bets on it to be bought back. */
  cashout?: false
  outcomes: BookOutcome[]
}

/** A part of a game: the match itself or one of its sub-games, each with ids of its own on the wire. */
export interface BookPart {
  part: string
  /** CI: never changes; the key of this part in the database. */
  ci: number
  /** I: replaced when the game moves from line to live. */
  i: number
  /** Number printed next to the game. */
  n: number
  /** P of the wire: number of the period, 0 for the match and for statistics. */
  p: number
  /** TI of the wire: 201 corners, 202 cards, 52 players; 0 otherwise. */
  ti: number
  /** By `key|spec`. */
  markets: Map<string, BookMarket>
}

export interface BookGame {
  /** CI of the part 'full'. */
  ci: number
  ref: Ref
  provider: string
  origin: Origin
  championshipId: number
  sportId: number
  type: 'match' | 'race' | 'outright' | 'draw'
  sides: BookSide[]
  startsAt: Millis
  status: GameStatus
  statusNote?: StatusNote
  kind: Kind
  round?: string
  venue?: string
  neutral?: boolean
  bestOf?: number
  /** What an outright is about; the card of a race. */
  about?: GameAbout
  live?: LiveState
  incidents: Incident[]
  model?: { supremacy: number; total: number; rho: number; extra: Record<string, number> }
  liveCoverage: boolean
  /** Outcomes by part once somebody opens the card; absent where the card holds them all, or nobody has counted yet. */
  sizes?: Record<string, number>
  /** A person stopped the whole game: its new markets are stopped as well. */
  held?: StopReason
  /** Sent time of the live state by producer, of the head by `producer/head`: older ones are dropped (feeds 2.1 rule 3). */
  sentAt: Record<string, Millis>
  /** Rises by one with every applied fact. */
  version: number
  updatedAt: Millis
  parts: Map<string, BookPart>
}

export interface Book {
  sports: Map<number, BookSport>
  championships: Map<number, BookChampionship>
  /** By CI of the main part. */
  games: Map<number, BookGame>
  /** Names of players by our id, for PL of the wire. */
  players: Map<number, Names>
  producers: Map<string, ProducerState>
  /** Rises by one with every applied fact of any game. */
  version: number
}

export interface ProducerState {
  state: 'up' | 'down' | 'recovering' | 'delayed'
  lastAliveAt: Millis
  sentAt: Millis
}

export function emptyBook(): Book {
  return { sports: new Map(), championships: new Map(), games: new Map(), players: new Map(), producers: new Map(), version: 0 }
}

export function marketIdKey(key: string, spec: string): string {
  return `${key}|${spec}`
}

const OVER: ReadonlySet<GameStatus> = new Set(['ended', 'closed', 'cancelled', 'abandoned'])

/** Over for the feeds: such a game is asked in the results, LineFeed and LiveFeed answer null (wire rule 4). */
export function isOver(game: BookGame): boolean {
  return OVER.has(game.status)
}

/** A game on which bets can be taken at all; a market may still be closed (feeds §3). */
export function takesBets(game: BookGame): boolean {
  return game.status === 'scheduled' || game.status === 'delayed' || game.status === 'live'
}

/** Whether a bet on the outcome is accepted in this state of the book; closing times are the acceptor's. */
export function isOpen(game: BookGame, market: BookMarket, outcome: BookOutcome): boolean {
  return takesBets(game) && market.status === 'active' && outcome.active && outcome.price > 0
}

/** Sent to readers: priced and not closed for good. Inactive lines stay in the book with their last price only. */
export function isShown(market: BookMarket, outcome: BookOutcome): boolean {
  const { status } = market
  return outcome.price > 0 && !outcome.result && (status === 'active' || status === 'suspended' || status === 'handed_over')
}
