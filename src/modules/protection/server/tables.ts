import type { Generated, GeneratedAlways } from 'kysely'
import type { ExclusionKind } from '../rules/exclusion.ts'
import type { PlayerFlag } from '../rules/flags.ts'
import type { Product } from '../rules/products.ts'
import type { LimitKind, LimitPeriod } from '../rules/limits.ts'

export interface ProtectionLimitTable {
  id: GeneratedAlways<number>
  player_id: number
  kind: LimitKind
  period: LimitPeriod
  /** 0 for a limit of time. */
  currency_id: number
  /** Minor units, or minutes. */
  amount: bigint
  starts_at: Date
  pending_amount: bigint | null
  pending_asked_at: Date | null
  pending_from: Date | null
}

export interface ProtectionExclusionTable {
  id: GeneratedAlways<number>
  player_id: number
  kind: ExclusionKind
  period: string
  reason_id: Generated<number>
  comment: Generated<string>
  starts_at: Date
  ends_at: Date | null
  reopen_asked_at: Date | null
}

export interface ProtectionProductTable {
  player_id: number
  product: Product
  closed: boolean
  starts_at: Date
  pending_asked_at: Date | null
  pending_from: Date | null
  changed_at: Date
}

export interface PlayerFlagTable {
  id: GeneratedAlways<number>
  player_id: number
  flag: PlayerFlag
  officer: string | null
  sports: Generated<number[]>
  note: Generated<string>
  set_by: string
  set_at: Date
  ended_by: string | null
  ended_at: Date | null
  changed_at: Date
}

declare module '#platform/server/db.ts' {
  interface Tables {
    protection_limit: ProtectionLimitTable
    protection_exclusion: ProtectionExclusionTable
    protection_event: { id: GeneratedAlways<bigint>; player_id: number; what: string; details: unknown; at: Date }
    protection_test: { id: GeneratedAlways<bigint>; player_id: number; score: number; level: string; at: Date }
    protection_choice: { player_id: number; check_minutes: number; changed_at: Date }
    protection_calendar: { player_id: number; zone: string; week_start: number; rolling: boolean }
    protection_product: ProtectionProductTable
    protection_register: { player_id: number; register: string; listed: boolean; asked_at: Date }
    simulated_register: { mark: Buffer; until: Date | null; added_at: Date }
    player_flag: PlayerFlagTable
    protection_time: { player_id: number; day: string; hour: number; used_ms: bigint; counted_at: Date }
  }
}
