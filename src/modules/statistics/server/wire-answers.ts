/** Answers of wire §11 in its own keys. */
import type pg from 'pg'
import { unixSeconds } from '#lib/time.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import { countryName } from '#modules/line/rules/wire/country.ts'
import { roundText } from '#modules/line/rules/wire/round-text.ts'
import { nameIn, type View } from '#modules/line/rules/wire/view.ts'
import type { WireShort, WireTeam } from '../contract.ts'
import { hexId, stageHexId } from '../rules/ids.ts'
import { meetings } from '../rules/meetings.ts'
import { counts, isAbandoned, winnerOf, type Result } from '../rules/result.ts'
import { seasonAt, type Season } from '../rules/season.ts'
import { findGame, headOf, type AnyGame } from './game-page.ts'
import { bookedOf, type Sources } from './rows.ts'
import type { Named } from './store.ts'

const LAST = 10
const NEXT = 5
/** Nobody serves pictures of teams or flags by number: a name would lead to nothing. */
export const NO_PICTURE = ''

/** Numbers of parts on the wire (11.1). */
function periodType(code: string, no: number): number {
  if (/^ot\d*$|^et\d*$/.test(code)) return 50
  if (code === 'so') return 51
  if (/^h\d$/.test(code)) return 10 + no
  if (/^q\d$/.test(code)) return 17 + no
  if (/^p\d$/.test(code)) return 30 + no
  if (/^set\d+$/.test(code)) return 40 + no
  return no
}

/** Collects the objects of one answer: matches, and the teams that they name. */
export class ShortWriter {
  readonly shorts = new Map<string, WireShort>()
  private readonly sources: Sources
  private readonly lng: string
  private readonly teamIds = new Set<number>()
  private readonly text: View['text']
  private championships = new Map<number, Named>()
  private seasons = new Map<number, Season[]>()

  constructor(sources: Sources, lng: string) {
    this.sources = sources
    this.lng = lng
    this.text = (key, params) => sources.line.answers.text(lng, key, params)
  }

  /** Championships must be known before their matches are written. */
  async learn(ids: readonly number[]): Promise<void> {
    const { results } = this.sources
    const known = await Promise.all([results.championships(ids), results.seasons(ids)])
    ;[this.championships, this.seasons] = known
  }

  result(result: Result): string {
    const { id, championshipId, homeId, awayId, score, periods } = result
    return this.put({
      ...this.frame(id, championshipId, homeId, awayId, result.startsAt, result.round),
      score1: score[0],
      score2: score[1],
      winner: counts(result) ? winnerOf(result) : 0,
      status: isAbandoned(result) ? 5 : 3,
      periods: periods.map(({ no, code, score: [score1, score2] }) => ({ score1, score2, type: periodType(code, no) })),
      gameId: result.i ?? 0,
      constId: result.ci ?? 0,
    })
  }

  booked(game: BookGame): string {
    const [home, away] = game.sides
    return this.put({
      ...this.frame(hexId('game', game.ci), game.championshipId, home!.id, away!.id, game.startsAt, game.round ?? null),
      score1: game.live?.score[0] ?? 0,
      score2: game.live?.score[1] ?? 0,
      winner: 0,
      status: game.kind === 1 ? 2 : 1,
      periods: [],
      gameId: game.parts.get('full')?.i ?? 0,
      constId: game.ci,
    })
  }

  async teams(): Promise<WireTeam[]> {
    const named = await this.sources.results.competitors([...this.teamIds])
    return [...named.values()].map(({ id, names, countryId }) => {
      const title = nameIn(names, this.lng)
      return {
        id: hexId('team', id),
        countryId: String(countryId),
        title,
        subTeams: [{ title, image: NO_PICTURE }],
        teamType: 1 as const,
        clId: id,
        image: NO_PICTURE,
        country: { id: countryId, title: countryName(countryId, this.lng), logoId: countryId, image: NO_PICTURE },
      }
    })
  }

  name(...ids: number[]): void {
    for (const id of ids) this.teamIds.add(id)
  }

  private frame(id: string, championshipId: number, homeId: number, awayId: number, startsAt: number, round: string | null) {
    this.name(homeId, awayId)
    const championship = this.championships.get(championshipId)
    const title = nameIn(championship?.names ?? {}, this.lng)
    // A championship without results has this year's season, as its table has.
    const seasonId = seasonAt(this.seasons.get(championshipId) ?? [], startsAt)?.id ?? new Date(startsAt).getUTCFullYear()
    return {
      id,
      stageId: stageHexId(championshipId, seasonId),
      team1: hexId('team', homeId),
      team2: hexId('team', awayId),
      dateStart: unixSeconds(startsAt),
      subScore1: 0,
      subScore2: 0,
      countRedCards1: 0,
      countRedCards2: 0,
      subStatus: 0,
      result: 0,
      tournamentTitle: title,
      description: '',
      countryId: championship?.countryId ?? 0,
      countryImage: NO_PICTURE,
      stageTitle: round ? roundText(round, this.text) : title,
    }
  }

  private put(short: WireShort): string {
    this.shorts.set(short.id, short)
    return short.id
  }
}

export async function h2hAnswer(pool: pg.Pool, sources: Sources, id: string, lng: string) {
  const any = await findGame(pool, sources, id, false)
  if (!any) return null
  const { head, home, away, met, sportId } = await sidesOf(sources, any)
  const writer = new ShortWriter(sources, lng)
  writer.name(head.homeId, head.awayId)
  const future1 = bookedOf(sources, `t${head.homeId}`, NEXT)
  const future2 = bookedOf(sources, `t${head.awayId}`, NEXT)
  await writer.learn([...home, ...away, ...future1, ...future2].map(({ championshipId }) => championshipId))
  const entity = {
    winCount1: met.wins1,
    drowCount: met.draws,
    winCount2: met.wins2,
    overtimeCount: met.overtimes,
    gameIds: met.games.slice(0, 2 * LAST).map((one) => writer.result(one)),
    team1GameIds: home.slice(0, LAST).map((one) => writer.result(one)),
    team2GameIds: away.slice(0, LAST).map((one) => writer.result(one)),
    team1FutureGames: future1.map((one) => writer.booked(one)),
    team2FutureGames: future2.map((one) => writer.booked(one)),
  }
  return { teams: await writer.teams(), gameShorts: [...writer.shorts.values()], sportId, subSportId: 0, entity }
}

/** Results of both sides before the game, and those of each other. */
export async function sidesOf(sources: Sources, any: AnyGame) {
  const head = headOf(any)
  const { results } = sources
  // First the championship: past seasons of its sides may come with it.
  await results.ofChampionship(head.championshipId)
  const [championships, all1, all2] = await Promise.all([
    results.championships([head.championshipId]),
    results.ofTeam(head.homeId),
    results.ofTeam(head.awayId),
  ])
  const own = 'result' in any ? any.result.id : ''
  const before = (list: readonly Result[]) => list.filter(({ id, startsAt }) => id !== own && startsAt <= head.startsAt)
  const [home, away] = [before(all1), before(all2)]
  return {
    head,
    home,
    away,
    met: meetings(home, head.homeId, head.awayId),
    sportId: championships.get(head.championshipId)?.sportId ?? 0,
    championship: championships.get(head.championshipId),
  }
}

export async function lastGamesAnswer(
  pool: pg.Pool,
  sources: Sources,
  asked: { id: string | undefined; teamId: number | null; count: number },
  lng: string,
) {
  const writer = new ShortWriter(sources, lng)
  const nothing = { teams: [], gameShorts: [], team1GameIds: [], team2GameIds: [] }
  let lists: [Result[], Result[]]
  if (asked.teamId !== null) lists = [await sources.results.ofTeam(asked.teamId), []]
  else {
    const any = asked.id === undefined ? null : await findGame(pool, sources, asked.id, false)
    if (!any) return nothing
    const { home, away } = await sidesOf(sources, any)
    lists = [home, away]
  }
  const [list1, list2] = [lists[0].slice(0, asked.count), lists[1].slice(0, asked.count)]
  await writer.learn([...list1, ...list2].map(({ championshipId }) => championshipId))
  const team1GameIds = list1.map((one) => writer.result(one))
  const team2GameIds = list2.map((one) => writer.result(one))
  return { teams: await writer.teams(), gameShorts: [...writer.shorts.values()], team1GameIds, team2GameIds }
}

/** One match in the short keys of SiteService. */
export function siteGame(result: Result, names: ReadonlyMap<number, Named>, championships: ReadonlyMap<number, Named>, lng: string) {
  return {
    I: result.i ?? result.id,
    S: unixSeconds(result.startsAt),
    O1: nameIn(names.get(result.homeId)?.names ?? {}, lng),
    O2: nameIn(names.get(result.awayId)?.names ?? {}, lng),
    S1: result.score[0],
    S2: result.score[1],
    L: nameIn(championships.get(result.championshipId)?.names ?? {}, lng),
  }
}

export async function headToHeadAnswer(pool: pg.Pool, sources: Sources, id: string, count: number, lng: string) {
  const any = await findGame(pool, sources, id, false)
  if (!any) return null
  const { home, away, met } = await sidesOf(sources, any)
  const lists = [met.games.slice(0, count), home.slice(0, count), away.slice(0, count)] as const
  const all = lists.flat()
  const [names, championships] = await Promise.all([
    sources.results.competitors(all.flatMap(({ homeId, awayId }) => [homeId, awayId])),
    sources.results.championships(all.map(({ championshipId }) => championshipId)),
  ])
  const [G, L1, L2] = lists.map((list) => list.map((one) => siteGame(one, names, championships, lng)))
  return { W1: met.wins1, D: met.draws, W2: met.wins2, G: G!, L1: L1!, L2: L2! }
}
