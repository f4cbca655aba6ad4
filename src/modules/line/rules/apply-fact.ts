/**
 * The only way the book changes. The given book is changed in place: it has one owner (the process's line),
 * holds 300,000 outcomes, and a copy per fact would cost more than everything else together. Otherwise the
 * function is pure: no clock, no chance, times come from the fact; the same facts in the same order into an
 * empty book give the same book (feeds 2.1 rule 8).
 */
import type { Fact, FactOf, Incident, Names, Ref } from '#modules/feeds/rules/fact.ts'
import type { ResolvedFact, ResolvedGame } from '#modules/feeds/rules/resolved.ts'
import { applyMarkets, closeMarkets, suspendProducer } from './apply-markets.ts'
import { type Book, type BookChampionship, type BookGame, type BookPart, isOver } from './book.ts'

/** What one fact changed in one game: enough to bring topics and snapshots up to date without comparing. */
export interface GameChange {
  ci: number
  /** New, moved, renamed, another status, kind or ids: lists that hold the game must be looked at again. */
  head: boolean
  /** Score, clock or phase. */
  live: boolean
  incidents: Incident[]
  /** `part|g` of the market groups whose outcomes changed. */
  groups: Set<string>
}

export interface Applied {
  /** False: the fact was old, repeated or of no interest to the book. */
  applied: boolean
  games: GameChange[]
  /** Names of championships, sports or sides changed. */
  catalog: boolean
  producers: boolean
}

/** More than the balls of a test match: what is lost at the begin would be graded anew without it. */
const MAX_INCIDENTS = 4000

const NOTHING: Applied = { applied: false, games: [], catalog: false, producers: false }

export function applyFact(book: Book, resolved: ResolvedFact): Applied {
  const change = startChange(resolved)
  const renamed = resolved.game ? applyHead(book, resolved, resolved.game, change) : false
  const catalog = applyCatalog(book, resolved) || renamed
  const others: GameChange[] = []
  const touched = applyBody(book, resolved, change, others)
  const changes = change && (touched || change.head) ? [change, ...others] : others
  const producers = resolved.fact.t === 'producer' && touched
  if (changes.length === 0 && !catalog && !producers) return NOTHING
  book.version += 1
  for (const { ci } of changes) {
    const game = book.games.get(ci)
    if (!game) continue
    game.version += 1
    game.updatedAt = Math.max(game.updatedAt, resolved.fact.sentAt)
  }
  return { applied: true, games: changes, catalog, producers }
}

function startChange(resolved: ResolvedFact): GameChange | null {
  const ci = resolved.gameCi ?? resolved.game?.ci
  return ci === undefined ? null : { ci, head: false, live: false, incidents: [], groups: new Set() }
}

/** Answers whether anything changed; facts of games that the book does not know change nothing. */
function applyBody(book: Book, resolved: ResolvedFact, change: GameChange | null, others: GameChange[]): boolean {
  const { fact } = resolved
  if (fact.t === 'producer') return applyProducer(book, fact, others)
  if (fact.t === 'bet.stop' && fact.game === '*') return suspendProducer(book, fact, others)
  if (fact.t === 'catalog' || fact.t === 'history') return false
  const game = change ? book.games.get(change.ci) : undefined
  if (!game || !change) return false
  return applyGameFact(game, fact, resolved, change)
}

function applyGameFact(game: BookGame, fact: Fact, resolved: ResolvedFact, change: GameChange): boolean {
  switch (fact.t) {
    case 'live':
      return applyLive(game, fact, resolved.playerIds ?? {}, change)
    case 'model':
      game.model = { supremacy: fact.supremacy, total: fact.total, rho: fact.rho ?? 0, extra: fact.extra ?? {} }
      return true
    case 'odds.delta':
    case 'odds.image':
      return applyMarkets(game, fact, resolved.playerIds ?? {}, change)
    case 'bet.stop':
    case 'settle':
    case 'settle.rollback':
    case 'cancel':
    case 'cancel.rollback':
      return closeMarkets(game, fact, resolved.playerIds ?? {}, change)
    case 'game':
      return change.head
    default:
      return false
  }
}

/** Puts the head in place and keeps the markets by part; a game that goes live gets new I and keeps CI (wire 1.2). */
function applyHead(book: Book, { fact }: ResolvedFact, head: ResolvedGame, change: GameChange | null): boolean {
  const known = book.games.get(head.ci)
  const stamp = `${fact.producer}/head`
  if (known && fact.sentAt < (known.sentAt[stamp] ?? 0)) return false
  const renamed = [putSport(book, head.sport.id, head.sport.names), putChampionship(book, head.championship)].includes(true)
  const parts = new Map<string, BookPart>()
  for (const { part, ci, i, n, p, ti } of head.parts) {
    parts.set(part, { part, ci, i, n, p, ti, markets: known?.parts.get(part)?.markets ?? new Map() })
  }
  // A part that the new format no longer has keeps its markets: bets stand on them.
  for (const [part, old] of known?.parts ?? []) if (!parts.has(part)) parts.set(part, old)
  const sides = head.sides.toSorted((a, b) => a.order - b.order)
  const game: BookGame = {
    ci: head.ci,
    ref: head.ref,
    provider: head.provider,
    origin: head.origin,
    championshipId: head.championship.id,
    sportId: head.sport.id,
    type: head.type,
    sides: sides.map(({ id, names, countryId, countryCode }) => ({ id, names, countryId, countryCode })),
    startsAt: head.startsAt,
    status: head.status,
    kind: head.kind,
    incidents: known?.incidents ?? [],
    liveCoverage: head.liveCoverage,
    sentAt: { ...known?.sentAt, [stamp]: fact.sentAt },
    version: known?.version ?? 0,
    updatedAt: known?.updatedAt ?? 0,
    parts,
  }
  copyOptional(game, head, known)
  book.games.set(head.ci, game)
  if (change) change.head = true
  return renamed
}

function copyOptional(game: BookGame, head: ResolvedGame, known: BookGame | undefined): void {
  if (head.statusNote !== undefined) game.statusNote = head.statusNote
  if (head.round !== undefined) game.round = head.round
  if (head.venue !== undefined) game.venue = head.venue
  if (head.neutral !== undefined) game.neutral = head.neutral
  if (head.about !== undefined) game.about = head.about
  if (head.format?.bestOf !== undefined) game.bestOf = head.format.bestOf
  if (known?.live) game.live = known.live
  if (known?.held !== undefined) game.held = known.held
  if (known?.model) game.model = known.model
  if (known?.sizes) game.sizes = known.sizes
}

function applyLive(game: BookGame, fact: FactOf<'live'>, players: Record<Ref, number>, change: GameChange): boolean {
  const known = game.sentAt[fact.producer]
  const fresh = known === undefined || fact.sentAt >= known
  if (fresh && !isOver(game)) {
    game.sentAt[fact.producer] = fact.sentAt
    game.live = fact.state
    change.live = true
  }
  for (const given of fact.incidents ?? []) {
    const incident = withPlayer(given, players)
    if (addIncident(game, incident)) change.incidents.push(incident)
  }
  return change.live || change.incidents.length > 0
}

/** The book knows players by our id: it stands in `detail.playerId` beside the provider's reference, of a bowler in `secondPlayerId`. */
function withPlayer(incident: Incident, players: Record<Ref, number>): Incident {
  const playerId = incident.player === undefined ? undefined : players[incident.player]
  const bowler = incident.detail?.['bowler']
  const secondPlayerId = typeof bowler === 'string' ? players[bowler] : undefined
  if (playerId === undefined && secondPlayerId === undefined) return incident
  const named = { ...(playerId === undefined ? {} : { playerId }), ...(secondPlayerId === undefined ? {} : { secondPlayerId }) }
  return { ...incident, detail: { ...incident.detail, ...named } }
}

/** Incidents are numbered by the provider: a repeated number is the same incident, a late one finds its place. */
function addIncident(game: BookGame, incident: Incident): boolean {
  const { incidents } = game
  let at = incidents.length
  while (at > 0 && incidents[at - 1]!.seq > incident.seq) at -= 1
  if (at > 0 && incidents[at - 1]!.seq === incident.seq) return false
  incidents.splice(at, 0, incident)
  if (incidents.length > MAX_INCIDENTS) incidents.shift()
  return true
}

function applyProducer(book: Book, fact: FactOf<'producer'>, others: GameChange[]): boolean {
  const known = book.producers.get(fact.producer)
  if (known && fact.sentAt < known.sentAt) return false
  book.producers.set(fact.producer, { state: fact.state, lastAliveAt: fact.lastAliveAt, sentAt: fact.sentAt })
  if (fact.state === 'down')
    suspendProducer(book, { ...fact, t: 'bet.stop', game: '*', groups: 'all', to: 'suspended', reason: 'provider_lost' }, others)
  return true
}

function applyCatalog(book: Book, resolved: ResolvedFact): boolean {
  let changed = false
  for (const sport of resolved.sports ?? []) {
    if (putSport(book, sport.id, sport.names)) changed = true
  }
  for (const championship of resolved.championships ?? []) {
    if (putChampionship(book, championship)) changed = true
  }
  if (resolved.competitors && renameSides(book, resolved.competitors)) changed = true
  if (resolved.fact.t !== 'catalog') return changed
  for (const entity of resolved.fact.entities) {
    const id = entity.kind === 'player' ? resolved.playerIds?.[entity.ref] : undefined
    if (entity.kind !== 'player' || id === undefined) continue
    book.players.set(id, entity.names)
    changed = true
  }
  return changed
}

/** Every game carries its championship; most of the time it is the one we know. Answers whether it is not. */
function putChampionship(book: Book, championship: BookChampionship): boolean {
  const { id, ref, sportId, countryId, countryCode, names, weight, type, about } = championship
  const known = book.championships.get(id)
  const same = known && known.sportId === sportId && known.countryId === countryId && known.weight === weight && known.type === type
  if (same && sameNames(known.names, names) && sameAbout(known.about, about)) return false
  book.championships.set(id, { id, ref, sportId, countryId, countryCode, names, weight, type, ...(about ? { about } : {}) })
  return true
}

function sameAbout(a: BookChampionship['about'], b: BookChampionship['about']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function putSport(book: Book, id: number, names: Names): boolean {
  const known = book.sports.get(id)
  if (known && sameNames(known.names, names)) return false
  book.sports.set(id, { id, names })
  return true
}

function sameNames(a: Names, b: Names): boolean {
  if (a === b) return true
  const languages = Object.keys(a)
  return languages.length === Object.keys(b).length && languages.every((lng) => a[lng] === b[lng])
}

function renameSides(book: Book, competitors: NonNullable<ResolvedFact['competitors']>): boolean {
  const byId = new Map(competitors.map((competitor) => [competitor.id, competitor]))
  let changed = false
  for (const game of book.games.values()) {
    for (const side of game.sides) {
      const renamed = byId.get(side.id)
      if (!renamed) continue
      side.names = renamed.names
      side.countryId = renamed.countryId
      side.countryCode = renamed.countryCode
      changed = true
    }
  }
  return changed
}
