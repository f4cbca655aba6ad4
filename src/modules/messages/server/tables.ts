import type { ColumnType, Generated } from 'kysely'
import type { MessageKind, MessageParams } from '../rules/template.ts'
import type { TicketKind, TicketState } from '../rules/ticket.ts'

export interface TicketTable {
  id: Generated<bigint>
  brand: string
  player_id: number
  kind: TicketKind
  subject: string
  language: string
  state: Generated<TicketState>
  seen_line: Generated<bigint>
  /** Of a dispute: the settled bet, and the day by which it is answered. */
  bet: string | null
  answer_due: Date | null
  opened_at: ColumnType<Date>
  updated_at: ColumnType<Date>
}

declare module '#platform/server/db.ts' {
  interface Tables {
    inbox_message: {
      id: Generated<bigint>
      player_id: number
      kind: MessageKind
      template: string
      params: ColumnType<MessageParams, string>
      cause: string
      created_at: ColumnType<Date>
      read_at: Date | null
      hidden_at: Date | null
    }
    support_ticket: TicketTable
    support_line: {
      id: Generated<bigint>
      ticket_id: bigint
      author: 'player' | 'operator'
      consultant_id: number | null
      officer: string | null
      body: string
      file_id: bigint | null
      at: ColumnType<Date>
    }
    support_callback: {
      id: Generated<bigint>
      brand: string
      player_id: number | null
      phone: string
      name: string
      language: string
      ip: string
      wanted_at: Date | null
      state: Generated<'waiting' | 'done'>
      officer: string | null
      created_at: ColumnType<Date>
      done_at: Date | null
    }
  }
}
