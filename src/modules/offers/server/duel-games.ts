/** Duels as games that bets are taken on: the same teams have the same numbers in every process (rules 9.1). */
import { largeMemory } from '#platform/server/large-memory.ts'
import type { Millis } from '#lib/time.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { AnswerDeps, Line } from '#modules/line/server/index.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { countsOf, duelGrid, duelMarkets, type Counts, type DuelOutcome, type Participant } from '../rules/duel.ts'
import { duelIds, duelStart, duelVersion, teamsOf, type Teams } from './duels.ts'

export interface DuelGame {
  gameId: number
  ci: number
  /** The same participants in the same matches, team by team. */
  identity: string
  sportId: number
  championshipId: number
  counts: Counts
  /** Bets end with the earliest real start. */
  startsAt: Millis
  /** Each with the start of its match as it is announced now. */
  sides: readonly { team: 1 | 2; ci: number; side: 1 | 2; id: number; startsAt: Millis }[]
  outcomes: readonly DuelOutcome[]
  names(lng: string): { opp1: string; opp2: string; type: string }
}

export interface Duels {
  /** These teams were named with this number: it can be found from now on. Other teams than the number's are nothing. */
  open(gameId: number, teams: readonly (readonly number[])[]): void
  /** Null when the duel was never opened here or cannot be bet on now. */
  find(gameId: number): DuelGame | null
}

const MAX_OPEN = 20_000

interface Opened {
  teams: readonly (readonly number[])[]
  version: object
  game: DuelGame | null
}

export function createDuels({ answers: deps }: Pick<Line, 'answers'>): Duels {
  const opened = largeMemory<number, Opened>(MAX_OPEN)

  function build(gameId: number, [one = [], two = []]: readonly (readonly number[])[]): DuelGame | null {
    const teams = teamsOf(deps, one, two)
    if (isProblem(teams)) return null
    const game = duelGame(deps, teams)
    return game.gameId === gameId ? game : null
  }

  return {
    open(gameId, teams) {
      const known = opened.get(gameId)
      if (known && JSON.stringify(known.teams) === JSON.stringify(teams)) return
      // Teams that cannot play it do not take the place of those that can.
      const game = build(gameId, teams)
      if (game) opened.set(gameId, { teams, version: duelVersion(deps), game })
    },
    find(gameId) {
      const known = opened.get(gameId)
      if (!known) return null
      const version = duelVersion(deps)
      if (known.version !== version) {
        known.version = version
        known.game = build(gameId, known.teams)
      }
      return known.game
    },
  }
}

function duelGame(deps: AnswerDeps, teams: Teams): DuelGame {
  const { gameId, ci, identity } = duelIds(teams)
  const [one, two] = teams
  const { sportId, championshipId } = one[0]!.game
  const joined = (team: readonly Participant[], lng: string) =>
    team.map(({ game, side }) => nameIn(game.sides[side - 1]!.names, lng)).join(' / ')
  return {
    gameId,
    ci,
    identity,
    sportId,
    championshipId,
    counts: countsOf(one[0]!.game)!,
    startsAt: duelStart(teams),
    sides: teams.flatMap((team, k) =>
      team.map(({ id, game, side }) => ({ team: (k + 1) as 1 | 2, ci: game.ci, side, id, startsAt: game.startsAt })),
    ),
    outcomes: duelMarkets(duelGrid(teams)),
    names: (lng) => ({
      opp1: joined(one, lng),
      opp2: joined(two, lng),
      type: deps.text(lng, 'type_duel'),
    }),
  }
}
