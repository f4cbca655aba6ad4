/** Who plays: what a provider has announced for the game, else the players known of each side. */
import type pg from 'pg'
import type { Names } from '#modules/feeds/rules/fact.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { Sources } from './rows.ts'
import { headOf, type AnyGame } from './game-page.ts'
import { listSquad, selectOptionalLineUps, type AnnouncedSide } from './store.ts'

export interface LineUpPlayer {
  id: number
  names: Names
  number: number
  position: string
  line: number
  isSub: boolean
  inMinute: number
  outMinute: number
}

export interface LineUpSide {
  teamId: number
  formation: string
  coach: Names
  players: LineUpPlayer[]
}

export interface LineUps {
  confirmed: boolean
  sides: [LineUpSide, LineUpSide]
}

/** Null when nobody is known of either side. */
export async function lineUpsOf(pool: pg.Pool, any: AnyGame): Promise<LineUps | null> {
  const { homeId, awayId, ci } = headOf(any)
  const announced = ci > 0 ? await selectOptionalLineUps(pool, ci) : null
  const changes = 'result' in any ? (any.finished?.incidents ?? []) : []
  const side = async (teamId: number, told: AnnouncedSide | undefined): Promise<LineUpSide> => {
    const squad = await listSquad(pool, teamId)
    const byId = new Map(squad.map((one) => [one.id, one]))
    const players = told
      ? told.players.map((one) => ({ ...one, names: byId.get(one.id)?.names ?? {} }))
      : squad.map(({ id, names }) => ({ id, names, number: 0, position: '', line: 0, isSub: false }))
    return {
      teamId,
      formation: told?.formation ?? '',
      coach: told?.coach ?? {},
      players: players.map((one) => {
        const came = changes.find(({ type, playerId }) => type === 'substitution' && playerId === one.id)
        return { ...one, inMinute: came?.minute ?? 0, outMinute: 0 }
      }),
    }
  }
  const sides: LineUps['sides'] = [await side(homeId, announced?.sides[0]), await side(awayId, announced?.sides[1])]
  if (sides.every(({ players }) => players.length === 0)) return null
  return { confirmed: announced?.confirmed ?? false, sides }
}

/** The family name: the last word that is no initial. */
export function shortNameOf(name: string): string {
  return name.split(' ').findLast((word) => !word.endsWith('.')) ?? name
}

/** Names of both sides in the asked language. */
export async function sideNames(sources: Sources, { sides }: LineUps, lng: string): Promise<[string, string]> {
  const names = await sources.results.competitors(sides.map(({ teamId }) => teamId))
  return [nameIn(names.get(sides[0].teamId)?.names ?? {}, lng), nameIn(names.get(sides[1].teamId)?.names ?? {}, lng)]
}
