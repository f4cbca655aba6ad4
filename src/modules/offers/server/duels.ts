/** Duels on the wire (wire 8.8): who can be put into one, and the prices of two teams. */
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { wirePrice } from '#lib/price.ts'
import { DAY, MINUTE, unixSeconds, type Millis } from '#lib/time.ts'
import { KIND_LINE, takesBets, type BookGame } from '#modules/line/rules/book.ts'
import { isUsual } from '#modules/line/rules/select-games.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { stableHash } from '#modules/line/rules/stable-hash.ts'
import { mainPart, type WireRow } from '#modules/line/rules/wire/game.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { byStart, type AnswerDeps } from '#modules/line/server/index.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { countsOf, DUEL_SPORTS, duelGrid, duelMarkets, expectedCount, teamFault, type Participant } from '../rules/duel.ts'

/** Matches that begin within this time, at most so many. */
const AHEAD_MS = 3 * DAY
const MAX_MATCHES = 400
const SOONEST_MS = MINUTE

/** Ids of duels stand above those of games, I and CI in ranges of their own (wire rule 2). */
const FIRST_I = 2_000_000_000
const FIRST_CI = 2_070_000_000
const IDS = 70_000_000
const FIRST_N = 90_001
const NUMBERS = 9_000
const TYPE_DUEL = 301
const EVENT_UNKNOWN = 104
const BAD_TEAMS = 161_627

interface Candidate {
  game: BookGame
  sides: Participant[]
}

const LIFE_MS = 5_000
const found = new WeakMap<AnswerDeps, { at: Millis; version: number; rows: Candidate[] }>()

/** Asked with every press in the duel's page: looked for again when a head of the line changed, or after five seconds. */
function candidates(deps: AnswerDeps): Candidate[] {
  const now = deps.clock.now()
  const version = deps.indexes.version(['!names', `!k${KIND_LINE}`])
  const known = found.get(deps)
  if (known?.version === version && now >= known.at && now - known.at < LIFE_MS) return known.rows
  const rows = findCandidates(deps)
  found.set(deps, { at: now, version, rows })
  return rows
}

/** The next match of every side that can be put into a duel, by start. A side stands only in its next one. */
function findCandidates({ book, indexes, clock }: AnswerDeps): Candidate[] {
  const now = clock.now()
  const games = DUEL_SPORTS.flatMap((sport) => indexes.list(`k${KIND_LINE}s${sport}`))
    .filter((game) => countsOf(game) && isUsual(book, game) && takesBets(game))
    .filter(({ startsAt }) => startsAt > now + SOONEST_MS && startsAt < now + AHEAD_MS)
  const seen = new Set<number>()
  const rows = []
  for (const game of byStart(games)) {
    const sides = game.sides.flatMap(({ id }, k): Participant[] => (seen.has(id) ? [] : [{ id, game, side: k === 0 ? 1 : 2 }]))
    for (const { id } of sides) seen.add(id)
    if (sides.length) rows.push({ game, sides })
  }
  return rows
}

export function availablePlayers(deps: AnswerDeps, sports: readonly number[], lng: string): WireRow[] {
  const name = (game: BookGame, k: number): string => nameIn(game.sides[k]!.names, lng)
  return candidates(deps)
    .filter(({ game }) => sports.length === 0 || sports.includes(game.sportId))
    .slice(0, MAX_MATCHES)
    .map(({ game, sides }) => {
      const part = mainPart(game)
      return {
        I: part.i,
        CI: part.ci,
        S: unixSeconds(game.startsAt),
        SI: game.sportId,
        LI: game.championshipId,
        L: nameIn(deps.book.championships.get(game.championshipId)?.names ?? {}, lng),
        O1: name(game, 0),
        O2: name(game, 1),
        ST: countsOf(game),
        P: sides.map((side) => ({
          I: side.id,
          N: name(game, side.side - 1),
          SD: side.side,
          AV: Math.round(expectedCount(side) * 100) / 100,
        })),
      }
    })
}

export interface DuelRequest {
  team1Ids: readonly number[]
  team2Ids: readonly number[]
  lng: string
  format: number
}

export type Teams = readonly [readonly Participant[], readonly Participant[]]

/** The participants of both teams as they can play now, or why they cannot. */
export function teamsOf(deps: AnswerDeps, team1Ids: readonly number[], team2Ids: readonly number[]): Teams | Problem {
  const known = new Map(candidates(deps).flatMap(({ sides }) => sides.map((side) => [side.id, side] as const)))
  const teams = [team1Ids, team2Ids].map((ids) => ids.map((id) => known.get(id)))
  const unknown = [...team1Ids, ...team2Ids].find((id) => !known.has(id))
  if (unknown !== undefined) {
    return problem('offers.duel_unknown', { wire: EVENT_UNKNOWN, field: team1Ids.includes(unknown) ? 'team1Ids' : 'team2Ids' })
  }
  const [one, two] = teams as [Participant[], Participant[]]
  const fault = teamFault([one, two])
  if (fault) return problem(`offers.duel_${fault}`, { wire: BAD_TEAMS, field: two.length === 0 ? 'team2Ids' : 'team1Ids' })
  return [one, two]
}

/** What the teams can be told apart by from now on, and their numbers. */
export function duelIds([one, two]: Teams): { identity: string; gameId: number; ci: number; number: number } {
  const identity = [one, two]
    .map((team) =>
      team
        .map(({ id, game }) => `${game.ci}:${id}`)
        .toSorted()
        .join(),
    )
    .join('|')
  const hash = stableHash(identity)
  return { identity, gameId: FIRST_I + (hash % IDS), ci: FIRST_CI + (hash % IDS), number: FIRST_N + (hash % NUMBERS) }
}

export function duelStart([one, two]: Teams): Millis {
  return Math.min(...[...one, ...two].map(({ game }) => game.startsAt))
}

/** Changes when a game that can be put into a duel does, at the latest after five seconds. */
export function duelVersion(deps: AnswerDeps): object {
  return candidates(deps)
}

/** The duel of two teams as a game row, or why there is none. Nothing is kept: the same teams give the same ids. */
export function buildDuel(deps: AnswerDeps, { team1Ids, team2Ids, lng, format }: DuelRequest): WireRow | Problem {
  const teams = teamsOf(deps, team1Ids, team2Ids)
  return isProblem(teams) ? teams : duelRow(deps, teams, lng, format)
}

function duelRow(deps: AnswerDeps, [one, two]: Teams, lng: string, format: number): WireRow {
  const { gameId, ci, number } = duelIds([one, two])
  const names = (team: readonly Participant[], language: string): string =>
    team.map(({ game, side }) => nameIn(game.sides[side - 1]!.names, language)).join(' / ')
  const view = priceFormatOf(format)
  const { sportId } = one[0]!.game
  const sport = sportInfo(sportId)
  const E = duelMarkets(duelGrid([one, two])).map(({ t, p, g, price, main }) => ({
    T: t,
    ...(p === 0 ? {} : { P: p }),
    C: wirePrice(price),
    CV: formatPrice(price, view),
    G: g,
    ...(main ? { CE: 1 } : {}),
  }))
  return {
    I: gameId,
    CI: ci,
    N: number,
    KI: KIND_LINE,
    S: unixSeconds(duelStart([one, two])),
    SS: 2,
    SI: sportId,
    SN: nameIn(sport.names, lng),
    LI: one[0]!.game.championshipId,
    TG: deps.text(lng, 'type_duel'),
    TI: TYPE_DUEL,
    PN: '',
    O1: names(one, lng),
    O2: names(two, lng),
    O1E: names(one, 'en'),
    O2E: names(two, 'en'),
    O1IS: one.map(({ id }) => id),
    O2IS: two.map(({ id }) => id),
    E,
    EC: E.length,
    PlayersDuel: [one, two].map((team, k) => ({ Team: k + 1, PlayerIds: team.map(({ id }) => id) })),
  }
}
