/** Tables of the module (migrations 0020). Wire ids are plain integers. */
import type { Generated } from 'kysely'
import type { Names } from '../rules/fact.ts'

interface FactTable {
  id: Generated<bigint>
  provider: string
  producer: string
  key: string
  t: string
  game_ref: string | null
  sent_at: Date
  received_at: Date
  body: unknown
}

interface GameTable {
  ci: number
  provider: string
  ref: string
  championship_id: number
  type: string
  sides: unknown
  starts_at: Date
  start_confirmed: boolean
  status: string
  status_note: string | null
  kind: number
  round: string | null
  venue: string | null
  neutral: boolean
  format: unknown
  live_coverage: boolean
  origin: string
  sent_at: Date
}

declare module '#platform/server/db.ts' {
  interface Tables {
    fact: FactTable
    fact_parked: { id: Generated<bigint>; provider: string; reason: string; body: string; received_at: Date }
    ext_ref: { provider: string; kind: string; ref: string; id: number; code: string | null }
    sport: { id: number; names: Names }
    championship: {
      id: number
      sport_id: number
      country_id: number
      country_code: string
      type: string
      gender: string | null
      tz: string
      names: Names
      weight: number
    }
    competitor: { id: number; sport_id: number; type: string; country_id: number; country_code: string; names: Names }
    athlete: { id: number; competitor_id: number | null; names: Names }
    game: GameTable
    game_part: { ci: number; game_ci: number; part: string; i: number; n: number }
    game_i_history: { i: number; ci: number; live_i: number; replaced_at: Date }
    past_game: {
      provider: string
      ref: string
      championship_id: number
      home_id: number
      away_id: number
      starts_at: Date
      score: number[]
      periods: unknown
    }
  }
}
