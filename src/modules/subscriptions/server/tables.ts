import type { ColumnType, Generated } from 'kysely'
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { Happening } from '../rules/happenings.ts'

/** What a notice needs to be told in any language later. */
export interface EventAbout {
  text: Happening['text']
  sportId: number
  home: Names
  away: Names
  score: [number, number]
  /** What the address of the game's page needs besides: who tells of it may have no line. Left out in older rows. */
  page?: { live: boolean; championshipId: number; championship: Names }
  side?: 1 | 2
  phase?: string
  /** A number in older rows. */
  minute?: string | number
}

declare module '#platform/server/db.ts' {
  interface Tables {
    game_subscription: {
      player_id: number
      ci: number
      /** event * 10 + period. */
      options: number[]
      channels: number[]
      saved_at: ColumnType<Date>
    }
    game_event: {
      id: Generated<bigint>
      ci: number
      key: string
      option: number
      about: ColumnType<EventAbout, string>
      at: ColumnType<Date>
    }
    game_notice: { player_id: number; event_id: bigint; letter_due: Generated<boolean> }
    push_choice: { player_id: number; topics: string[]; saved_at: ColumnType<Date> }
    push_endpoint: {
      player_id: number
      session_id: string | null
      endpoint: string
      p256dh: string
      auth: string
      language: string
      created_at: ColumnType<Date>
    }
  }
}
