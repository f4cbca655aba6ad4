/** Rows that every page shares: games that are over, that run and that will be played, with the names they need. */
import { unixSeconds } from '#lib/time.ts'
import type pg from 'pg'
import type { GameAbout, Origin } from '#modules/feeds/rules/fact.ts'
import { isOver, type BookGame } from '#modules/line/rules/book.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { ChampionshipName, GameRow, StandingRow, Teams } from '../contract.ts'
import { hexId } from '../rules/ids.ts'
import { counts, isAbandoned, winnerOf, type Result } from '../rules/result.ts'
import type { Standing } from '../rules/standings.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { Results } from './results.ts'
import { selectOrigin, type Named } from './store.ts'

export interface Sources {
  line: Line
  results: Results
  answers: KeptAnswers
}

/** Rows of one answer: collects whom it names. */
export class RowWriter {
  readonly lng: string
  private readonly sources: Sources
  private readonly teamIds = new Set<number>()
  private championships = new Map<number, Named>()

  constructor(sources: Sources, lng: string) {
    this.sources = sources
    this.lng = lng
  }

  /** Championships must be named before rows are written. */
  async learn(ids: readonly number[]): Promise<void> {
    for (const [id, named] of await this.sources.results.championships(ids)) this.championships.set(id, named)
  }

  championship(id: number): ChampionshipName {
    const named = this.championships.get(id)
    return {
      id,
      name: nameIn(named?.names ?? {}, this.lng),
      country: flagOf(named?.countryCode ?? ''),
      sportId: named?.sportId ?? 0,
    }
  }

  result(result: Result): GameRow {
    this.name(result.homeId, result.awayId)
    return {
      id: result.id,
      ci: result.ci ?? 0,
      championshipId: result.championshipId,
      championship: nameIn(this.championships.get(result.championshipId)?.names ?? {}, this.lng),
      home: result.homeId,
      away: result.awayId,
      startsAt: unixSeconds(result.startsAt),
      score: result.score,
      periods: result.periods.map(({ score }) => score),
      winner: counts(result) ? winnerOf(result) : 0,
      round: result.round ?? '',
      state: isAbandoned(result) ? 'abandoned' : 'over',
    }
  }

  booked(game: BookGame): GameRow {
    const [home, away] = game.sides
    this.name(home?.id ?? 0, away?.id ?? 0)
    const over = isOver(game)
    const running = game.kind === 1
    return {
      id: hexId('game', game.ci),
      ci: game.ci,
      championshipId: game.championshipId,
      championship: nameIn(this.sources.line.book.championships.get(game.championshipId)?.names ?? {}, this.lng),
      home: home?.id ?? 0,
      away: away?.id ?? 0,
      startsAt: unixSeconds(game.startsAt),
      score: (running || over) && game.live ? game.live.score : null,
      periods: game.live?.periods.map(({ score }) => score) ?? [],
      winner: 0,
      round: game.round ?? '',
      state: game.status === 'abandoned' || game.status === 'cancelled' ? 'abandoned' : over ? 'over' : running ? 'live' : 'scheduled',
    }
  }

  standing(row: Standing): StandingRow {
    this.name(row.teamId)
    return row
  }

  name(...ids: number[]): void {
    for (const id of ids) if (id > 0) this.teamIds.add(id)
  }

  /** Names of everybody who stands in the rows written so far. */
  async teams(): Promise<Teams> {
    const named = await this.sources.results.competitors([...this.teamIds])
    return Object.fromEntries(
      [...named.values()].map(({ id, names, countryCode }) => [id, { name: nameIn(names, this.lng), country: flagOf(countryCode) }]),
    )
  }
}

/** Flags are those of countries; the home nations of Great Britain have their own. */
function flagOf(code: string): string {
  return /^(GB-(ENG|SCT|WLS|NIR)|[A-Z]{2})/.exec(code)?.[0].toLowerCase() ?? ''
}

function isApart({ book }: Line, { championshipId }: BookGame): boolean {
  return book.championships.get(championshipId)?.about?.section !== undefined
}

/** Two sides against each other: no race, no draw of balls, no long-term bet. */
export function isMatch({ type, sides }: Pick<BookGame, 'type' | 'sides'>): boolean {
  return type === 'match' && sides.length === 2
}

/** Games to come and running, by the start; of a team only those of the usual line. */
export function bookedOf({ line }: Sources, key: `t${number}` | `c${number}`, limit: number): BookGame[] {
  return line.answers.indexes
    .list(key)
    .filter((game) => isMatch(game) && (key.startsWith('c') || !isApart(line, game)))
    .toSorted((a, b) => a.startsAt - b.startsAt || a.ci - b.ci)
    .slice(0, limit)
}

/** Recorded or simulated games are marked as such (feeds §11): as the line holds them, else as those that are over were told. */
export async function originOf(pool: pg.Pool, { line }: Sources, championshipId: number): Promise<Origin | ''> {
  return line.answers.indexes.list(`c${championshipId}`)[0]?.origin ?? (await selectOrigin(pool, championshipId))
}

/** What the race is called beside its championship: "Race 3, 1600 m". */
export function raceTitle({ about, round }: { about?: GameAbout | null; round?: string | null }, lng: string): string {
  return nameIn(about?.title ?? {}, lng) || (round ?? '')
}
