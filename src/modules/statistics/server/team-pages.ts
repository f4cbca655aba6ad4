/** Pages of a team, a player, a horse. */
import type pg from 'pg'
import { DAY, unixSeconds } from '#lib/time.ts'
import type { GameAbout } from '#modules/feeds/rules/fact.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { HorsePage, PlayerPage, TeamPage } from '../contract.ts'
import { profileOf } from '../rules/profile.ts'
import { formOf, type Result } from '../rules/result.ts'
import { inSeason } from '../rules/season.ts'
import { standings } from '../rules/standings.ts'
import { CRICKET, cricketerPage } from './cricket.ts'
import { squadOf } from './game-page.ts'
import { bookedOf, raceTitle, RowWriter, type Sources } from './rows.ts'
import { listAppearances, listRaces, selectAthletes, type RaceRun } from './store.ts'

const LAST = 20
const NEXT = 10
const SEASONS = 8
const CHAMPIONSHIPS = 3
const RACES = 40
/** A person has no season of its own: this much before the last game. */
const YEAR_MS = 365 * DAY

export async function teamPage(pool: pg.Pool, sources: Sources, teamId: number, sportId: number, lng: string): Promise<TeamPage | null> {
  const { results } = sources
  const named = (await results.competitors([teamId])).get(teamId)
  if (!named || named.sportId !== sportId) return null
  const coming = bookedOf(sources, `t${teamId}`, NEXT)
  const whole = await bringPast(sources, teamId)
  const played = await results.ofTeam(teamId)
  const writer = new RowWriter(sources, lng)
  await writer.learn(played.map(({ championshipId }) => championshipId))
  const seasons = await seasonsOfTeam(sources, writer, played, teamId, sportId)
  const first = seasons[0]?.championship.id
  const rated = first === undefined ? [] : (await results.ofChampionship(first)).rated
  const place = rated.findIndex((one) => one.teamId === teamId)
  writer.name(teamId)
  const person = named.type === 'player' || named.type === 'pair'
  return {
    teamId,
    sportId,
    person,
    form: formOf(played, teamId, 10),
    last: played.slice(0, LAST).map((one) => writer.result(one)),
    next: coming.map((one) => writer.booked(one)),
    seasons,
    squad: await squadOf(pool, teamId, lng),
    rating:
      place < 0 || first === undefined
        ? null
        : { championshipId: first, value: Math.round(rated[place]!.rating), place: place + 1, of: rated.length },
    profile: person ? profileOfYear(played, teamId) : await profileOfSeason(sources, played, teamId, seasons[0]),
    teams: await writer.teams(),
    pastComing: !whole,
  }
}

function profileOfYear(played: readonly Result[], id: number): TeamPage['profile'] {
  const since = (played[0]?.startsAt ?? 0) - YEAR_MS
  return {
    season: '',
    ...profileOf(
      played.filter(({ startsAt }) => startsAt > since),
      id,
    ),
  }
}

/** Of the championship in which the team played last, in its newest season. */
async function profileOfSeason(
  { results }: Sources,
  played: readonly Result[],
  teamId: number,
  newest: TeamPage['seasons'][number] | undefined,
): Promise<TeamPage['profile']> {
  if (!newest) return profileOfYear(played, teamId)
  const { seasons } = await results.ofChampionship(newest.championship.id)
  const season = seasons.find(({ id }) => id === newest.season.id)
  const own = played.filter(({ championshipId }) => championshipId === newest.championship.id)
  return { season: newest.season.label, ...profileOf(season ? inSeason(own, season) : own, teamId) }
}

/** The first look may be before past seasons of its championships have come: then they are asked for, and the answer is false. */
async function bringPast(sources: Sources, id: number): Promise<boolean> {
  const ids = new Set(bookedOf(sources, `t${id}`, NEXT).map(({ championshipId }) => championshipId))
  const asked = [...ids].slice(0, CHAMPIONSHIPS).map((championshipId) => sources.results.ofChampionship(championshipId))
  return (await Promise.all(asked)).every(({ whole }) => whole)
}

/** Rows of the tables in which the team stands, the newest first. */
async function seasonsOfTeam(
  { results }: Sources,
  writer: RowWriter,
  played: readonly Result[],
  teamId: number,
  sportId: number,
): Promise<TeamPage['seasons']> {
  const ids = [...new Set(played.map(({ championshipId }) => championshipId))].slice(0, CHAMPIONSHIPS)
  const named = await results.championships(ids)
  const all = await Promise.all(
    ids.map(async (id) => {
      const { results: list, seasons } = await results.ofChampionship(id)
      return seasons.flatMap((season) => {
        const row = standings(inSeason(list, season), { sportId, type: named.get(id)?.type }).find((one) => one.teamId === teamId)
        return row
          ? [
              {
                championship: writer.championship(id),
                season: { id: season.id, label: season.label },
                row: writer.standing(row),
                to: season.to,
              },
            ]
          : []
      })
    }),
  )
  return all
    .flat()
    .toSorted((a, b) => b.to - a.to)
    .slice(0, SEASONS)
    .map(({ championship, season, row }) => ({ championship, season, row }))
}

/** A player of a team by what was told of him; a person who plays alone by all of his games. */
export async function playerPage(pool: pg.Pool, sources: Sources, id: number, sportId: number, lng: string): Promise<PlayerPage | null> {
  const athlete = (await selectAthletes(pool, [id])).get(id)
  return athlete
    ? athletePage(pool, sources, { id, teamId: athlete.teamId ?? 0, name: nameIn(athlete.names, lng) }, sportId, lng)
    : personPage(sources, id, sportId, lng)
}

async function athletePage(
  pool: pg.Pool,
  sources: Sources,
  { id, teamId, name }: { id: number; teamId: number; name: string },
  sportId: number,
  lng: string,
): Promise<PlayerPage | null> {
  const team = teamId ? (await sources.results.competitors([teamId])).get(teamId) : undefined
  if (team && team.sportId !== sportId) return null
  if (sportId === CRICKET) return cricketerPage(pool, sources, { id, teamId, name }, lng)
  const games = await listAppearances(pool, id)
  const writer = new RowWriter(sources, lng)
  writer.name(teamId)
  await writer.learn(games.map(({ championshipId }) => championshipId))
  return {
    playerId: id,
    sportId,
    name,
    teamId,
    goals: games.reduce((sum, one) => sum + one.goals, 0),
    cards: games.reduce((sum, one) => sum + one.cards, 0),
    games: games.slice(0, LAST).map((one) => ({ game: writer.result(one), goals: one.goals, cards: one.cards })),
    profile: null,
    form: [],
    teams: await writer.teams(),
    pastComing: false,
  }
}

async function personPage(sources: Sources, id: number, sportId: number, lng: string): Promise<PlayerPage | null> {
  const named = (await sources.results.competitors([id])).get(id)
  if (!named || named.sportId !== sportId || named.type === 'team') return null
  const whole = await bringPast(sources, id)
  const played = await sources.results.ofTeam(id)
  const writer = new RowWriter(sources, lng)
  await writer.learn(played.map(({ championshipId }) => championshipId))
  writer.name(id)
  return {
    playerId: id,
    sportId,
    name: nameIn(named.names, lng),
    teamId: 0,
    goals: 0,
    cards: 0,
    games: played.slice(0, LAST).map((one) => ({ game: writer.result(one), goals: 0, cards: 0 })),
    profile: profileOfYear(played, id),
    form: formOf(played, id, 10),
    teams: await writer.teams(),
    pastComing: !whole,
  }
}

export async function horsePage(pool: pg.Pool, sources: Sources, id: number, lng: string): Promise<HorsePage | null> {
  const { line, results } = sources
  const named = (await results.competitors([id])).get(id)
  if (!named || named.type !== 'runner') return null
  const runs = await listRaces(pool, id, RACES)
  const coming = line.answers.indexes.list(`t${id}`).toSorted((a, b) => a.startsAt - b.startsAt)
  const championships = await results.championships([...runs, ...coming].map(({ championshipId }) => championshipId))
  const titleOf = (championshipId: number) => nameIn(championships.get(championshipId)?.names ?? {}, lng)
  // The newest card that knows the runner: of the next race, else of the last one.
  const next = coming.flatMap(({ about, sides }) => cardRunner(about, sides.findIndex((side) => side.id === id) + 1) ?? [])
  const card = next[0] ?? runs.map((run) => runnerOf(run)).find((one) => one !== undefined)
  return {
    horseId: id,
    sportId: named.sportId,
    name: nameIn(named.names, lng),
    starts: runs.length,
    wins: runs.filter(({ place }) => place === 1).length,
    placed: runs.filter(({ place }) => place > 0 && place <= 3).length,
    age: card?.age ?? 0,
    sex: card?.sex ?? '',
    rating: card?.rating ?? 0,
    jockey: nameIn(card?.jockey ?? {}, lng),
    trainer: nameIn(card?.trainer ?? {}, lng),
    form: card?.form ?? '',
    races: runs.map((run) => ({
      ci: run.ci,
      startsAt: unixSeconds(run.startsAt),
      name: [titleOf(run.championshipId), raceTitle(run, lng)].filter(Boolean).join(' · '),
      track: nameIn(run.about?.card?.track ?? {}, lng),
      distanceM: run.about?.card?.distanceM ?? 0,
      going: run.about?.card?.going ?? '',
      no: run.no,
      place: run.place,
      of: run.of,
      jockey: nameIn(runnerOf(run)?.jockey ?? {}, lng),
    })),
    next: coming.slice(0, NEXT).map((game) => ({
      ci: game.ci,
      startsAt: unixSeconds(game.startsAt),
      name: [titleOf(game.championshipId), raceTitle(game, lng)].filter(Boolean).join(' · '),
    })),
  }
}

function runnerOf({ about, no }: RaceRun) {
  return cardRunner(about, no)
}

function cardRunner(about: GameAbout | null | undefined, no: number) {
  return about?.card?.runners.find(({ order }) => order === no)
}
