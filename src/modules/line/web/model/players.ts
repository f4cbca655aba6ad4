/** What is known of players in short (SiteService/ShortPlayersInfo, wire 11.4). */
import type { ApiQuery } from '#platform/web/query.ts'
import type { LineGame } from './types.ts'
import { valueOf } from './wire-rows.ts'

export interface Player {
  id: number
  name: string
  number: number
  position: string
  country: string
  team: string
  /** yyyy-MM-dd. */
  born: string
  heightCm: number
  weightKg: number
}

interface WirePlayer {
  I: number
  N: string
  NUM?: number
  PS?: string
  CN?: string
  TN?: string
  BD?: string
  H?: number
  W?: number
}

/** Teams, and ids that mean nobody, are not in the answer. */
export function playersQuery(lng: string, players: readonly number[]): ApiQuery<Player[]> {
  return {
    method: 'GET',
    path: '/service-api/SiteService/ShortPlayersInfo',
    query: { players: players.join(','), lng, own: true },
    read: (body) =>
      (valueOf<WirePlayer[]>(body) ?? []).map((row) => ({
        id: row.I,
        name: row.N,
        number: row.NUM ?? 0,
        position: row.PS ?? '',
        country: row.CN ?? '',
        team: row.TN ?? '',
        born: row.BD ?? '',
        heightCm: row.H ?? 0,
        weightKg: row.W ?? 0,
      })),
    staleMs: 60_000,
  }
}

/** The call answers for so many at once. */
const A_CALL = 50

/** Ids that may be of players: the sides, who are persons in some sports, and whoever is named by an outcome. */
export function playerIds(game: Pick<LineGame, 'side1Id' | 'side2Id' | 'groups'>): number[] {
  const named = game.groups.flatMap(({ columns }) => columns.flatMap((column) => column.flatMap(({ player }) => player?.id ?? [])))
  return [...new Set([game.side1Id, game.side2Id, ...named])].filter((id) => id > 0).slice(0, A_CALL)
}
