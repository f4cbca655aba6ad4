import type { ColumnType, Generated } from 'kysely'
import type { Names } from '#modules/feeds/rules/fact.ts'

declare module '#platform/server/db.ts' {
  interface Tables {
    favorite: {
      player_id: number
      /** 1 game, 2 championship, 3 team. */
      kind: number
      id: number
      sport_id: number
      game_kind: number
      names: ColumnType<Names, string>
      n: Generated<bigint>
      added_at: ColumnType<Date>
    }
  }
}
