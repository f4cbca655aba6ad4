/** What an id of an address names: pages of a championship, a team, a player or a race exist only for what somebody knows. */
import { redirect, type LoaderFunctionArgs } from 'react-router'
import {
  endedQuery,
  gameAddress,
  knownChamp,
  LINE,
  LIVE,
  placesQuery,
  playersQuery,
  type FavoritePlace,
  type LineGame,
} from '#modules/line/web/index.ts'
import { prefetchOnServer, type ApiQuery, type ScreenData } from '#platform/web/query.ts'
import type { ServerVisit } from '#platform/shared/visit.ts'
import { cricketerQuery } from './cricket-queries.ts'
import { raceQuery, teamNameQuery } from './queries.ts'

type Context = LoaderFunctionArgs['context']

const KINDS = [LIVE, LINE] as const

export function notFound(): Response {
  return new Response(null, { status: 404 })
}

/** What a query was answered; one that was not has no place among the others. */
export function answerOf<T>({ queries }: ScreenData['state'], query: ApiQuery<T>): T {
  return query.read(queries.find(({ queryKey }) => queryKey[0] === query.path)?.state.data)
}

async function gamesOf(context: Context, lng: string, places: Parameters<typeof placesQuery>[2]): Promise<LineGame[]> {
  const queries = KINDS.map((kind) => placesQuery(kind, lng, places))
  const { state } = await prefetchOnServer(context, queries)
  return queries.flatMap((query) => answerOf(state, query))
}

/** Null: neither games nor a name yet, while the line is coming after a start. */
export async function champOf(context: Context, lng: string, id: number): Promise<{ name: string; sportId: number } | null> {
  const [first] = await gamesOf(context, lng, { champs: [id] })
  return first ? { name: first.champ, sportId: first.sportId } : knownChamp(context, lng, id)
}

/** The team as one of its games names it; without a game now, as the results do: then its sport is not told, 0. */
export async function teamOf(context: Context, lng: string, id: number): Promise<FavoritePlace> {
  for (const game of await gamesOf(context, lng, { teams: [id] })) {
    if (game.side1Id === id) return { id, sportId: game.sportId, name: game.side1 }
    if (game.side2Id === id) return { id, sportId: game.sportId, name: game.side2 }
  }
  const query = teamNameQuery(lng, id)
  const { state } = await prefetchOnServer(context, [query])
  const [answer] = state.queries
  const name = answer ? query.read(answer.state.data) : ''
  if (name === null) throw notFound()
  return { id, sportId: 0, name }
}

/** The name of a cricketer. */
export async function cricketerOf({ lng, request }: ServerVisit, id: number): Promise<string> {
  const players = playersQuery(lng, [id])
  const [known, page] = await Promise.all([request(players), request(cricketerQuery(lng, id))])
  const player = known.status < 400 ? players.read(known.body)[0] : null
  // A player of another sport has no page among cricketers.
  if (player === undefined || page.status === 404) throw notFound()
  return player?.name ?? ''
}

/** Refuses what is no race; one that is over has its result on the page of every event. */
export async function assertRace(context: Context, lng: string, id: number, sports: readonly number[]): Promise<void> {
  const races = KINDS.map((kind) => raceQuery(kind, lng, id))
  const { state } = await prefetchOnServer(context, races)
  const race = races.map((query) => answerOf(state, query)).find((one) => one !== null)
  const ended = race ? null : await endedOf(context, lng, id)
  const sportId = (race ?? ended)?.sportId
  if (sportId === undefined || !sports.includes(sportId)) throw notFound()
  if (ended) throw toEnded(lng, id, ended)
}

/** The way to the page where an ended game has its result. */
export function toEnded(lng: string, ci: number, game: EndedPlace): Response {
  // Names of other alphabets stand in the address; a header carries ASCII only.
  return redirect(encodeURI(`/${lng}${endedAddress(ci, game)}`), 302)
}

export function endedAddress(ci: number, game: EndedPlace): string {
  return gameAddress({ ...game, kind: LINE, ci })
}

type EndedPlace = Pick<LineGame, 'sportId' | 'champId' | 'champ' | 'side1' | 'side2'>

/** A game of the line that is over, also after the line has forgotten it. */
export async function endedOf(context: Context, lng: string, id: number) {
  const query = endedQuery(lng, id)
  const { state } = await prefetchOnServer(context, [query])
  return query.read(state.queries[0]?.state.data)
}
