import type { Generated } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    settlement_action: {
      id: Generated<bigint>
      ci: number
      market_key: string
      spec: string
      t: string
      fact_key: string
      sent_at: Date
      certainty: string | null
      results: unknown
      from_at: Date | null
      to_at: Date | null
      undecided: boolean | null
      line: boolean | null
      reason: string | null
    }
    settlement_cancel: { ci: number; market_key: string; spec: string; told_at: Date; late_xid: Generated<string | null> }
    outcome_result: {
      ci: number
      t: number
      p: number
      player_id: number
      market_key: string
      spec: string
      version: Generated<number>
      won: number | null
      void_halves: Generated<number>
      heat_num: Generated<number>
      heat_den: Generated<number>
      known_at: Date | null
      lost_at: Date | null
      confirmed: Generated<boolean>
      voided: Generated<string>
      line_voided: Generated<string>
      reason: string | null
      updated_at: Date
    }
    game_lead: {
      id: Generated<bigint>
      ci: number
      t: number
      lead: number
      home: number
      away: number
      at: Date
      annulled_at: Date | null
    }
    result_by_hand: {
      id: Generated<bigint>
      ci: number
      officer: string
      act: string
      at: Date
      refused: Generated<boolean>
    }
    settlement_run: {
      id: Generated<bigint>
      created_at: Date
      late_from_bet_id: bigint
      finished_at: Date | null
      swept_at: Date | null
      late_xid: Generated<string | null>
    }
    settlement_run_outcome: { run_id: bigint; ci: number; t: number; p: number; player_id: number }
    settlement_chunk: {
      run_id: bigint
      no: number
      ci: number[]
      t: number[]
      p: number[]
      player_id: number[]
      from_bet_id: bigint[]
      to_bet_id: bigint[]
      legs: number[]
      done_at: Date | null
      changed: number | null
      took_ms: number | null
    }
  }
}
