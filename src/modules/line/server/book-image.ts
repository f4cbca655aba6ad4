/**
 * The book as text for another process (design §6), and the way back. A game is written in one go, so each is
 * whole; between games the writer may breathe, which is why every chunk tells how many facts it already holds.
 * Fields stand by position: 300,000 outcomes would otherwise repeat their names 300,000 times.
 */
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { GameChange } from '../rules/apply-fact.ts'
import { isOver, marketIdKey } from '../rules/book.ts'
import type { Book, BookChampionship, BookGame, BookMarket, BookOutcome, BookPart, BookSport, ProducerState } from '../rules/book.ts'
import type { Line } from './line.ts'

type OutcomeRow = [
  key: string,
  t: number,
  p: number,
  playerId: number,
  price: number,
  prob: number,
  active: 0 | 1,
  result?: NonNullable<BookOutcome['result']> | 0,
  /** Locked by a person. */
  held?: 0 | 1,
]
/** What few markets have. */
type Rare = Pick<BookMarket, 'cashout' | 'held' | 'taken'>
type MarketRow = [
  key: string,
  spec: string,
  g: number,
  gs: number,
  status: BookMarket['status'],
  reason: BookMarket['reason'] | 0,
  main: 0 | 1,
  producer: string,
  provider: string,
  sentAt: number,
  closesAt: number,
  outcomes: OutcomeRow[],
  rare?: Rare,
]
type PartRow = [part: string, ci: number, i: number, n: number, p: number, ti: number, markets: MarketRow[]]
export type GameImage = Omit<BookGame, 'parts'> & { parts: PartRow[] }

/** What the book holds besides games. */
export interface CatalogImage {
  sports: BookSport[]
  championships: BookChampionship[]
  players: [id: number, names: Names][]
  producers: [name: string, state: ProducerState][]
  version: number
}

export function gameImage(game: BookGame): GameImage {
  return { ...game, parts: [...game.parts.values()].map(partRow) }
}

export function catalogImage(book: Book): CatalogImage {
  return {
    sports: [...book.sports.values()],
    championships: [...book.championships.values()],
    players: [...book.players],
    producers: [...book.producers],
    version: book.version,
  }
}

function partRow({ part, ci, i, n, p, ti, markets }: BookPart): PartRow {
  return [part, ci, i, n, p, ti, [...markets.values()].map(marketRow)]
}

function marketRow(m: BookMarket): MarketRow {
  const outcomes = m.outcomes.map((o): OutcomeRow => {
    const row: OutcomeRow = [o.key, o.t, o.p, o.playerId, o.price, o.prob, o.active ? 1 : 0]
    if (o.result || o.held !== undefined) row.push(o.result ?? 0)
    if (o.held !== undefined) row.push(o.held ? 1 : 0)
    return row
  })
  const row: MarketRow = [
    ...([m.key, m.spec, m.g, m.gs, m.status, m.reason ?? 0, m.main ? 1 : 0, m.producer, m.provider, m.sentAt] as const),
    m.closesAt ?? -1,
    outcomes,
  ]
  const rare: Rare = {
    ...(m.cashout === undefined ? {} : { cashout: m.cashout }),
    ...(m.held === undefined ? {} : { held: m.held }),
    ...(m.taken === undefined ? {} : { taken: m.taken }),
  }
  if (Object.keys(rare).length > 0) row.push(rare)
  return row
}

/** The same few thousand texts stand in every game: one string for all of them keeps a large book small. */
type Share = (text: string) => string

function sharer(): Share {
  const known = new Map<string, string>()
  return (text) => {
    const first = known.get(text)
    if (first !== undefined) return first
    known.set(text, text)
    return text
  }
}

function gameFrom(image: GameImage, share: Share): BookGame {
  const parts = new Map(image.parts.map((row) => [row[0], partFrom(row, share)]))
  return { ...image, parts }
}

function partFrom([part, ci, i, n, p, ti, rows]: PartRow, share: Share): BookPart {
  const markets = new Map<string, BookMarket>()
  for (const row of rows) {
    const market = marketFrom(row, share)
    markets.set(share(marketIdKey(market.key, market.spec)), market)
  }
  return { part: share(part), ci, i, n, p, ti, markets }
}

function marketFrom(
  [key, spec, g, gs, status, reason, main, producer, provider, sentAt, closesAt, outcomes, rare]: MarketRow,
  share: Share,
): BookMarket {
  return {
    key: share(key),
    spec: share(spec),
    g,
    gs,
    status,
    ...(reason ? { reason } : {}),
    main: main === 1,
    producer: share(producer),
    provider: share(provider),
    sentAt,
    ...(closesAt < 0 ? {} : { closesAt }),
    ...rare,
    outcomes: outcomes.map(([k, t, p, playerId, price, prob, active, result, held]) => ({
      key: share(k),
      t,
      p,
      playerId,
      price,
      prob,
      active: active === 1,
      ...(result ? { result } : {}),
      ...(held === undefined ? {} : { held: held === 1 }),
    })),
  }
}

/** Games put in place before others get a turn: no stall is long enough to be felt. */
const STEP = 40

/** Games of the book that an image did not name. */
interface Leftover {
  games: number
  drop(): Promise<void>
}

/**
 * Puts what the image says into the line's book, game by game: each game is at any moment wholly the old or wholly
 * the new one. Indexes, search and open topics follow. `breathe` runs between steps. Answers what
 * the image does not name: it stays until it is dropped.
 */
export async function loadImage(
  line: Line,
  catalog: CatalogImage,
  games: readonly GameImage[],
  breathe: () => Promise<void>,
): Promise<Leftover> {
  const { book } = line
  const share = sharer()
  for (const sport of catalog.sports) book.sports.set(sport.id, sport)
  const renamed = new Set<number>()
  for (const championship of catalog.championships) {
    const known = book.championships.get(championship.id)
    if (known && JSON.stringify(known.names) !== JSON.stringify(championship.names)) renamed.add(championship.id)
    book.championships.set(championship.id, championship)
  }
  for (const [id, names] of catalog.players) book.players.set(id, names)
  book.producers.clear()
  for (const [name, state] of catalog.producers) book.producers.set(name, state)
  const unnamed = new Set(book.games.keys())
  for (let at = 0; at < games.length; at += STEP) {
    const step = games.slice(at, at + STEP)
    for (const { ci } of step) unnamed.delete(ci)
    tell(
      line,
      step.map((image) => putGame(line, gameFrom(image, share), renamed)),
    )
    await breathe()
  }
  book.version = catalog.version
  tell(line, [], true)
  return {
    games: unnamed.size,
    drop: () => dropGames(line, [...unnamed], breathe),
  }
}

/** Games that are over and forgotten elsewhere go here too; readers see them close before they go. */
async function dropGames(line: Line, cis: readonly number[], breathe: () => Promise<void>): Promise<void> {
  const { book, answers } = line
  for (let at = 0; at < cis.length; at += STEP) {
    const games = cis.slice(at, at + STEP).flatMap((ci) => book.games.get(ci) ?? [])
    for (const game of games) game.status = 'closed'
    tell(
      line,
      games.map(({ ci }) => ({ ci, head: true, live: false, incidents: [], groups: new Set<string>() })),
    )
    for (const { ci } of games) {
      answers.search.remove(ci)
      answers.indexes.forget(ci)
      book.games.delete(ci)
    }
    await breathe()
  }
}

function putGame(line: Line, game: BookGame, renamed: ReadonlySet<number>): GameChange {
  const { book, answers } = line
  const known = book.games.get(game.ci)
  const seen = new Set(known?.incidents.map(({ seq }) => seq))
  book.games.set(game.ci, game)
  if (isOver(game)) answers.search.remove(game.ci)
  else if (!known || isOver(known) || renamed.has(game.championshipId) || names(known) !== names(game)) answers.search.put(game)
  // A group stands for all: the topics look at every outcome of a game whose head changed.
  return { ci: game.ci, head: true, live: true, incidents: game.incidents.filter(({ seq }) => !seen.has(seq)), groups: new Set() }
}

function tell(line: Line, games: GameChange[], catalog = false): void {
  const { indexes, clock } = line.answers
  const moved = indexes.update(games, catalog, clock.now())
  line.topics.update({ applied: true, games, catalog, producers: catalog }, moved)
}

function names(game: BookGame): string {
  return JSON.stringify([game.sides.map((side) => side.names), game.championshipId])
}
