/** The line as coupons and bets see it, read from the book of this process. */
import { BY_HAND } from '#modules/line/rules/by-hand.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { partName } from '#modules/line/rules/part-names.ts'
import { isScoreUnknown, scoreOfPart } from '#modules/line/rules/part-score.ts'
import type { BookGame, BookMarket, BookOutcome, BookPart } from '#modules/line/rules/book.ts'
import type { Line } from '#modules/line/server/index.ts'
import { RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { outcomeName } from '../rules/outcome-name.ts'
import type { LegNames, LineGame, LineOutcome, LineReader } from '../rules/selection.ts'

/** What is needed of the line, and the texts of its module. */
export type BookAccess = Pick<Line, 'book' | 'byI' | 'byCi' | 'byRetiredI' | 'openLines' | 'isFilling' | 'answers'> & {
  text(lng: string, key: string, params?: Record<string, string | number>): string
}

export function createBookReader(line: BookAccess): LineReader {
  return {
    isFilling: () => line.isFilling(),
    openCard(gameId) {
      const found = line.byI(gameId)
      return found ? line.answers.opened?.(found.game.ci) : undefined
    },
    findGame(gameId) {
      const found = line.byI(gameId)
      return found && gameOf(line, found.game, found.part)
    },
    findRetired(gameId) {
      const found = line.byRetiredI(gameId)
      return found && gameOf(line, found.game, found.part)
    },
    findByConstant(ci) {
      const found = line.byCi(ci)
      return found && gameOf(line, found.game, found.part)
    },
    findOutcome(gameId, t, p, playerId) {
      const found = line.byI(gameId)
      const seen = found && findAny(found.game, found.part, t, p, playerId)
      if (!seen) return null
      return (seen.line ??= lineOutcome(seen))
    },
    openLines: (gameId, t, playerId) => line.openLines(gameId, t, playerId).map((outcome) => outcome.p),
    names: (gameId, t, p, playerId, lng) => names(line, gameId, t, p, playerId, lng),
    runners(gameId) {
      const found = line.byI(gameId)
      return found && runnersOf(found.game, found.part)
    },
  }
}

/** Horses, trotters and greyhounds: races whose runners are withdrawn (rule 4). */
const RACES_WITH_CARDS: ReadonlySet<number> = new Set([44, 68, 92])

function runnersOf(game: BookGame, part: BookPart): readonly { runner: number; price: number }[] | null {
  if (game.type !== 'race' || !RACES_WITH_CARDS.has(game.sportId)) return null
  return ofType(game, part, RACE_WINNER).flatMap(({ outcome }) =>
    outcome.active && outcome.price > 0 ? [{ runner: outcome.playerId, price: outcome.price }] : [],
  )
}

const PARAM_STEP = 10_000

interface Placed {
  market: BookMarket
  outcome: BookOutcome
  /** Parameter in ten-thousandths. */
  p: number
  /** As coupons and bets see it, made when somebody asks. */
  line: LineOutcome | null
  named: Named | null
}

/** The names of an outcome in the language in which they were asked for last, and the entries of the book that they were made of. */
interface Named {
  lng: string
  sources: readonly unknown[]
  names: LegNames
}

function lineOutcome({ market, outcome }: Placed): LineOutcome {
  return {
    price: outcome.price,
    // Beside a price that somebody has set himself stands the chance of another one.
    prob: market.provider === BY_HAND ? 0 : outcome.prob,
    active: outcome.active,
    marketStatus: outcome.result ? 'settled' : market.status,
    reason: market.reason,
    closesAt: market.closesAt,
    g: market.g,
    gs: market.gs,
  }
}

/** Outcomes of a part by their type, for one version of the game: a bet asks for the same few again and again. */
const indexes = new WeakMap<BookPart, { version: number; byType: Map<number, Placed[]> }>()

function ofType(game: BookGame, part: BookPart, t: number): readonly Placed[] {
  let index = indexes.get(part)
  if (!index || index.version !== game.version) {
    const byType = new Map<number, Placed[]>()
    for (const market of part.markets.values()) {
      for (const outcome of market.outcomes) {
        const list = byType.get(outcome.t)
        const placed: Placed = { market, outcome, p: Math.round(outcome.p * PARAM_STEP), line: null, named: null }
        if (list) list.push(placed)
        else byType.set(outcome.t, [placed])
      }
    }
    index = { version: game.version, byType }
    indexes.set(part, index)
  }
  return index.byType.get(t) ?? []
}

/** The outcome, an open one before a closed one: a line can stand in two markets while one replaces the other. */
function findAny(game: BookGame, part: BookPart, t: number, p: number, playerId: number): Placed | null {
  const key = Math.round(p * PARAM_STEP)
  let closed: Placed | null = null
  for (const placed of ofType(game, part, t)) {
    if (placed.p !== key || placed.outcome.playerId !== playerId) continue
    const { market, outcome } = placed
    if (market.status === 'active' && outcome.active) return placed
    closed ??= placed
  }
  return closed
}

/** An outcome of the book with its game, part and market; null when the game never had it. */
export function findPlaced(
  line: Pick<BookAccess, 'byI'>,
  { gameId, t, p, playerId }: { gameId: number; t: number; p: number; playerId: number },
): { game: BookGame; part: BookPart; market: BookMarket; outcome: BookOutcome } | null {
  const found = line.byI(gameId)
  const seen = found && findAny(found.game, found.part, t, p, playerId)
  return seen ? { ...found, market: seen.market, outcome: seen.outcome } : null
}

/** Made once for a version of the game, because every fact raises it: a bet asks for the same game many times. */
const games = new WeakMap<BookPart, LineGame>()

function gameOf(line: BookAccess, game: BookGame, part: BookPart): LineGame {
  let known = games.get(part)
  if (known?.version !== game.version) games.set(part, (known = lineGame(line, game, part)))
  return known
}

/** The game and those whose course decides it, by their names at the provider. */
export function courseOf({ provider, ref, about }: Pick<BookGame, 'provider' | 'ref' | 'about'>): string[] {
  return [ref, ...(about?.of ?? [])].map((name) => `${provider}/${name}`)
}

function lineGame(line: BookAccess, game: BookGame, part: BookPart): LineGame {
  const main = game.parts.get('full') ?? part
  const score = game.live?.score ?? [0, 0]
  return {
    gameId: part.i,
    ci: part.ci,
    mainCi: game.ci,
    mainGameId: main.i,
    kind: game.kind,
    sportId: game.sportId,
    championshipId: game.championshipId,
    subSportId: line.book.championships.get(game.championshipId)?.about?.subSport?.id ?? 0,
    stopped: game.held !== undefined,
    status: game.status,
    startsAt: game.startsAt,
    version: game.version,
    outright: game.type === 'outright',
    sideIds: game.sides.map((side) => side.id),
    course: courseOf(game),
    score: scoreOfPart(game, part.part),
    ...(isScoreUnknown(game, part.part) ? { isScoreUnknown: true } : {}),
    mainScore: score,
    clockSec: game.live?.clockSec ?? 0,
    clockRuns: game.live?.clockRuns ?? false,
  }
}

const NO_NAMES: LegNames = {
  opp1: '',
  opp1Id: 0,
  opp2: '',
  opp2Id: 0,
  championship: '',
  sport: '',
  periodName: '',
  gameType: '',
  outcome: '',
  group: '',
}

function names(line: BookAccess, gameId: number, t: number, p: number, playerId: number, lng: string): LegNames {
  const found = line.byI(gameId)
  if (!found) return NO_NAMES
  const { game, part } = found
  const seen = findAny(game, part, t, p, playerId)
  if (!seen) return namesOf(line, game, part, null, playerId, lng)
  // Whoever is renamed gets a new entry, so the same entries say the same.
  const [one, two] = game.sides
  const championship = line.book.championships.get(game.championshipId)
  const sport = line.book.sports.get(game.sportId)
  const player = playerOf(line, game, playerId)
  const known = seen.named
  if (
    known?.lng === lng &&
    known.sources[0] === one?.names &&
    known.sources[1] === two?.names &&
    known.sources[2] === championship &&
    known.sources[3] === sport &&
    known.sources[4] === player
  )
    return known.names
  const made = namesOf(line, game, part, seen, playerId, lng)
  seen.named = { lng, sources: [one?.names, two?.names, championship, sport, player], names: made }
  return made
}

/** Names of the player of an outcome, or of the runner of a field. */
function playerOf(line: BookAccess, game: BookGame, playerId: number): BookGame['sides'][number]['names'] | undefined {
  if (playerId === 0) return undefined
  return line.book.players.get(playerId) ?? game.sides.find((side) => side.id === playerId)?.names
}

/** The market that every answer of a long-term bet stands in. */
const ANSWERS = 'outright'

function namesOf(line: BookAccess, game: BookGame, part: BookPart, seen: Placed | null, playerId: number, lng: string): LegNames {
  const [one, two] = game.sides
  // A field has no sides to name: its race or competition stands for it, as in the line.
  const opp1 = one && game.type === 'match' ? nameIn(one.names, lng) : ''
  const opp2 = two && game.sides.length === 2 ? nameIn(two.names, lng) : ''
  const championship = line.book.championships.get(game.championshipId)
  const sport = line.book.sports.get(game.sportId)
  const named = partName(part.part, game.sportId)
  const runner = playerOf(line, game, playerId)
  const player = runner ? nameIn(runner, lng) : ''
  const sides = [opp1, opp2] as const
  const title = nameIn(game.about?.title ?? {}, lng)
  const called = seen ? outcomeName(seen.market.key, seen.outcome.t, { sides, p: seen.outcome.p, player }, lng) : { group: '', outcome: '' }
  return {
    opp1: opp1 || title || game.round || (championship ? nameIn(championship.names, lng) : ''),
    opp1Id: one?.id ?? 0,
    opp2,
    opp2Id: opp2 ? (two?.id ?? 0) : 0,
    championship: championship ? nameIn(championship.names, lng) : '',
    sport: sport ? nameIn(sport.names, lng) : '',
    periodName: named.period ? line.text(lng, `line:${named.period.key}`, { count: named.period.count, ordinal: 1 }) : '',
    gameType: named.type ? line.text(lng, `line:${named.type}`) : '',
    ...called,
    player,
    // A bet on a whole competition asks one question, and not always who wins: the line writes its title over the answers.
    group: game.type === 'outright' && seen?.market.key === ANSWERS ? title || called.group : called.group,
  }
}
