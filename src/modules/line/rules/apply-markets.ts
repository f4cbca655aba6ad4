/** Prices, stops, results and cancellations of markets: the part of `applyFact` that works inside one game. */
import type { FactOf, Market, MarketOutcome, OutcomeResult, Ref, StopReason } from '#modules/feeds/rules/fact.ts'
import type { GameChange } from './apply-fact.ts'
import { BY_HAND, giveBack, hold, isDecided, isHandsAlone, NOBODY, saidOf, setStatus, stopperOf } from './by-hand.ts'
import { type Book, type BookGame, type BookMarket, type BookOutcome, isOver, marketIdKey } from './book.ts'
import { marketTypeOptional } from './market-book.ts'
import { outcomeKey, roundParam } from './param.ts'

type PlayerIds = Record<Ref, number>
type Change = Pick<GameChange, 'groups'>
type Odds = FactOf<'odds.delta'> | FactOf<'odds.image'>

/** Group of a market that the market book does not know: it is kept and never shown under a wrong name. */
const NO_GROUP = 0

const byHand = ({ provider }: { provider: string }): boolean => provider === BY_HAND

/** People and watchers act on any owner's markets; producers only on their own (feeds 2.1 rule 4). */
function overrules(provider: string): boolean {
  return provider === BY_HAND || provider === 'guard' || provider === 'result'
}

export function applyMarkets(game: BookGame, fact: Odds, players: PlayerIds, change: Change): boolean {
  const sizes = fact.t === 'odds.delta' ? fact.sizes : undefined
  if (sizes) game.sizes = sizes
  else if (sizes === null) delete game.sizes
  let changed = sizes !== undefined
  const named = new Set<BookMarket>()
  for (const market of fact.markets) {
    const part = game.parts.get(market.part)
    if (!part) continue
    const id = marketIdKey(market.key, market.spec)
    const known = part.markets.get(id)
    if (known) named.add(known)
    if (known && !accepts(known, fact, market)) continue
    const next = known ?? newMarket(market, fact)
    if (!known) part.markets.set(shared(id), next)
    named.add(next)
    putMarket(next, market, fact, players, game.held)
    mark(change, market.part, next)
    changed = true
  }
  if (fact.t !== 'odds.image') return changed
  return closeUnnamed(game, fact, named, change) || changed
}

/**
 * Older than what is stored is dropped; a decided market stays closed; another producer takes a market over
 * only with an open price that is not older than the owner's.
 */
function accepts(known: BookMarket, fact: Odds, market: Market): boolean {
  if (isDecided(known.status)) return false
  // What a person did before a restart is told again after the prices of now, and stands all the same.
  if (byHand(fact)) return true
  if (isHandsAlone(known)) return true
  if (fact.sentAt < known.sentAt) return false
  // What a person has priced its producer may close, and neither open nor price.
  if (known.taken) return known.taken.producer === fact.producer && market.status !== 'active'
  return known.producer === fact.producer || market.status === 'active' || overrules(fact.provider)
}

function newMarket(market: Market, fact: { producer: string; provider: string }): BookMarket {
  const type = marketTypeOptional(market.key)
  // A stop offers nothing: whoever prices the market owns it, and shows it under the stop.
  const isNobodys = byHand(fact) && market.outcomes.every(({ price }) => price === undefined)
  const { producer, provider } = isNobodys ? { producer: NOBODY, provider: NOBODY } : fact
  return {
    key: type?.key ?? market.key,
    spec: shared(market.spec),
    g: type?.g ?? NO_GROUP,
    gs: type?.gs ?? NO_GROUP,
    status: isNobodys ? 'inactive' : market.status,
    main: false,
    producer,
    provider,
    sentAt: 0,
    outcomes: [],
  }
}

function putMarket(to: BookMarket, from: Market, fact: Odds, players: PlayerIds, gameHeld: StopReason | undefined): void {
  if (byHand(fact)) return putByHand(to, from, fact, players)
  // By its producers alone: after a restart they tell prices that are older than what a person has done.
  to.sentAt = Math.max(to.sentAt, fact.sentAt)
  // The person's price stands, and the market has somebody now who may stop it and who gets it back.
  if (isHandsAlone(to) && !overrules(fact.provider)) to.taken = { producer: fact.producer, provider: fact.provider }
  to.main = from.main ?? to.main
  if (gameHeld !== undefined && !to.held) to.held = { by: gameHeld, status: from.status }
  setStatus(to, from.status, from.status === 'active' ? undefined : from.reason)
  // Who only stops a market does not become its owner.
  if (!to.taken && (from.status === 'active' || !overrules(fact.provider))) setOwner(to, fact)
  if (from.closesAt === undefined) delete to.closesAt
  else to.closesAt = from.closesAt
  // What a feed says once holds until it says otherwise.
  if (from.cashout === false) to.cashout = false
  else if (from.cashout === true) delete to.cashout
  // A person's price stays under a stop of the former owner.
  if (from.outcomes.length === 0 || to.taken) return
  const isNew = to.outcomes.length === 0
  const named = new Set<BookOutcome>()
  for (const outcome of from.outcomes) named.add(putOutcome(to, outcome, players, false))
  // What was pushed into has room for seventeen; most markets have two or three, and there are 130,000.
  if (isNew) to.outcomes = [...to.outcomes]
  // An outcome that an open market no longer names cannot be bet on; its last price stays.
  for (const outcome of to.outcomes) if (!named.has(outcome)) close(outcome)
}

/** A person stops the market, locks some of its prices or sets them. None of that opens what is stopped: lifting a stop does. */
function putByHand(to: BookMarket, from: Market, fact: Odds, players: PlayerIds): void {
  if (from.status === 'suspended') hold(to, from.reason ?? 'trader')
  else if (from.status !== 'active') setStatus(to, from.status, from.reason)
  for (const outcome of from.outcomes) putOutcome(to, outcome, players, true)
  if (from.outcomes.every(({ price }) => price === undefined)) return
  if (to.producer !== fact.producer && to.producer !== NOBODY) to.taken ??= { producer: to.producer, provider: to.provider }
  setOwner(to, fact)
}

function setOwner(to: BookMarket, { producer, provider }: Odds): void {
  to.producer = producer
  to.provider = provider
}

function close(outcome: BookOutcome): void {
  outcome.active = false
  if (outcome.held !== undefined) outcome.held = false
}

function putOutcome(market: BookMarket, from: MarketOutcome, players: PlayerIds, isByHand: boolean): BookOutcome {
  const parsed = parseKey(from.key, players)
  let known = market.outcomes.find((outcome) => outcome.key === parsed.key)
  if (!known) {
    // Named one by one: an object that is spread keeps what is added beside itself, 300,000 times.
    known = { key: parsed.key, t: parsed.t, p: parsed.p, playerId: parsed.playerId, price: 0, prob: 0, active: false }
    market.outcomes.push(known)
  }
  if (isByHand && from.active) delete known.held
  else if (isByHand) known.held ??= known.active
  else if (known.held !== undefined) known.held = from.active
  known.active = from.active && known.held === undefined
  if (from.price !== undefined) known.price = from.price
  if (from.prob !== undefined) known.prob = from.prob
  return known
}

/**
 * The same few thousand keys stand in every game: one string for all of them keeps 300,000 outcomes small.
 * The tables only remember what was computed, so the function stays pure; their bound is for hostile keys.
 */
const MAX_SHARED = 100_000
const sharedTexts = new Map<string, string>()
const parsedKeys = new Map<string, ParsedKey>()

function shared(text: string): string {
  const known = sharedTexts.get(text)
  if (known !== undefined) return known
  if (sharedTexts.size < MAX_SHARED) sharedTexts.set(text, text)
  return text
}

interface ParsedKey {
  key: string
  t: number
  p: number
  playerId: number
}

/** `T:P@ref` of the provider → the outcome with our player id and the canonical key. */
function parseKey(key: string, players: PlayerIds): ParsedKey {
  const known = parsedKeys.get(key)
  if (known) return known
  const parsed = parseKeyText(key, players)
  if (parsed.playerId === 0 && !key.includes('@') && parsedKeys.size < MAX_SHARED) parsedKeys.set(key, parsed)
  return parsed
}

function parseKeyText(key: string, players: PlayerIds): ParsedKey {
  const at = key.indexOf('@')
  const head = at < 0 ? key : key.slice(0, at)
  const ref = at < 0 ? '' : key.slice(at + 1)
  const colon = head.indexOf(':')
  const t = Number(colon < 0 ? head : head.slice(0, colon))
  const param = colon < 0 ? 0 : Number(head.slice(colon + 1))
  // A line that nobody can read is not the line at 0, which has bets of its own.
  if (!Number.isInteger(t) || !Number.isFinite(param)) return { key, t: 0, p: 0, playerId: 0 }
  const p = roundParam(param)
  const playerId = ref === '' ? 0 : (players[ref] ?? (Number(ref) || 0))
  return { key: outcomeKey(t, p, playerId), t, p, playerId }
}

/** An image is the whole truth of its producer: its other markets of the game become inactive with their last price. */
function closeUnnamed(game: BookGame, fact: FactOf<'odds.image'>, named: Set<BookMarket>, change: Change): boolean {
  let changed = false
  for (const part of game.parts.values()) {
    for (const market of part.markets.values()) {
      if (named.has(market) || stopperOf(market) !== fact.producer || isDecided(market.status)) continue
      if (market.status === 'inactive' || fact.sentAt < market.sentAt) continue
      setStatus(market, 'inactive', undefined)
      market.sentAt = fact.sentAt
      mark(change, part.part, market)
      changed = true
    }
  }
  return changed
}

type Closing = FactOf<'bet.stop'> | FactOf<'settle'> | FactOf<'settle.rollback'> | FactOf<'cancel'> | FactOf<'cancel.rollback'>

export function closeMarkets(game: BookGame, fact: Closing, players: PlayerIds, change: Change): boolean {
  switch (fact.t) {
    case 'bet.stop':
      return stopMarkets(game, fact, change)
    case 'settle':
      return settleMarkets(game, fact, players, change)
    case 'cancel':
      // A cancellation of a time range voids bets of that range; the market itself goes on.
      if (fact.from !== undefined || fact.to !== undefined) return false
      return eachMarket(game, fact.markets, change, (market) => setDecided(market, 'cancelled'))
    case 'settle.rollback':
      return eachMarket(game, fact.markets, change, reopen)
    case 'cancel.rollback':
      if (fact.from !== undefined || fact.to !== undefined) return false
      return eachMarket(game, fact.markets, change, uncancel)
  }
}

function stopMarkets(game: BookGame, fact: FactOf<'bet.stop'>, change: Change): boolean {
  let changed = holdGame(game, fact)
  for (const part of game.parts.values()) {
    for (const market of part.markets.values()) {
      if (!isNamed(fact.groups, part.part, market) || !stopMarket(market, fact)) continue
      mark(change, part.part, market)
      changed = true
    }
  }
  return changed
}

/** A stop of the whole game is one of its markets to come: it counts where there is no market yet. */
function holdGame(game: BookGame, fact: FactOf<'bet.stop'>): boolean {
  if (!byHand(fact) || fact.groups !== 'all' || fact.to === 'inactive') return false
  const before = game.held
  if (fact.to === 'suspended') game.held = fact.reason
  else delete game.held
  return game.held !== before
}

function stopMarket(market: BookMarket, fact: FactOf<'bet.stop'>): boolean {
  if (byHand(fact) && fact.to === 'suspended') return hold(market, fact.reason)
  if (fact.to === 'active') return byHand(fact) && giveBack(market)
  if (saidOf(market).status !== 'active') return false
  if (stopperOf(market) !== fact.producer && !overrules(fact.provider)) return false
  if (fact.sentAt < market.sentAt) return false
  setStatus(market, fact.to, fact.reason)
  return true
}

/**
 * Groups of a stop are market keys, parts, numbers of market groups, or the words 'goals', 'cards', 'corners',
 * 'set': what one goal, card, corner or point decides.
 */
function isNamed(groups: 'all' | readonly string[], part: string, market: BookMarket): boolean {
  if (groups === 'all') return true
  return groups.some(
    (group) =>
      group === 'all' || group === market.key || group === part || group === String(market.g) || group === familyOf(part, market.key),
  )
}

function familyOf(part: string, key: string): string {
  if (part === 'corners' || part === 'cards') return part
  if (part.startsWith('set') || key === 'game_winner' || key === 'set_winner') return 'set'
  return 'goals'
}

/** `bet.stop` of all games, and a producer that went down: only active markets that it owns. */
export function suspendProducer(book: Book, fact: FactOf<'bet.stop'>, changes: GameChange[]): boolean {
  for (const game of book.games.values()) {
    if (isOver(game)) continue
    const change: GameChange = { ci: game.ci, head: false, live: false, incidents: [], groups: new Set() }
    if (stopMarkets(game, fact, change)) changes.push(change)
  }
  return changes.length > 0
}

type Id = { part: string; key: string; spec: string }

function eachMarket(game: BookGame, ids: readonly Id[], change: Change, act: (market: BookMarket) => boolean): boolean {
  let changed = false
  for (const id of ids) {
    const market = game.parts.get(id.part)?.markets.get(marketIdKey(id.key, id.spec))
    if (!market || !act(market)) continue
    mark(change, id.part, market)
    changed = true
  }
  return changed
}

function setDecided(market: BookMarket, status: 'settled' | 'cancelled'): boolean {
  if (market.status === status) return false
  market.status = status
  delete market.reason
  return true
}

/** After a taken back result the market waits for the next price of its producer. */
function reopen(market: BookMarket): boolean {
  if (market.status !== 'settled' && !market.outcomes.some((outcome) => outcome.result)) return false
  if (market.status === 'settled') setStatus(market, 'inactive', undefined)
  for (const outcome of market.outcomes) delete outcome.result
  return true
}

/** The results below a cancellation show again (feeds 4.3). */
function uncancel(market: BookMarket): boolean {
  if (market.status !== 'cancelled') return false
  setStatus(market, 'inactive', undefined)
  if (market.outcomes.length > 0 && market.outcomes.every((outcome) => outcome.result)) setDecided(market, 'settled')
  return true
}

function settleMarkets(game: BookGame, fact: FactOf<'settle'>, players: PlayerIds, change: Change): boolean {
  let changed = false
  for (const { id, results } of fact.markets) {
    const done = eachMarket(game, [id], change, (market) => settleMarket(market, results, players))
    changed = changed || done
  }
  return changed
}

function settleMarket(market: BookMarket, results: readonly OutcomeResult[], players: PlayerIds): boolean {
  let changed = false
  for (const { outcome, won, voidFactor, deadHeat, tied } of results) {
    if (won === null) continue
    const { key } = parseKey(outcome, players)
    const known = market.outcomes.find((candidate) => candidate.key === key)
    if (!known) continue
    known.result = { won, voidFactor: voidFactor ?? 0, deadHeat: deadHeat ?? 1, ...(tied === undefined ? {} : { tied }) }
    known.active = false
    changed = true
  }
  if (market.status === 'cancelled' || !market.outcomes.every((outcome) => outcome.result)) return changed
  return setDecided(market, 'settled') || changed
}

function mark(change: Change, part: string, market: BookMarket): void {
  change.groups.add(`${part}|${market.g}`)
}
