import type { ColumnType, Generated } from 'kysely'
import type { FileType, Purpose } from '../rules/file-kind.ts'

declare module '#platform/server/db.ts' {
  interface Tables {
    stored_file: {
      id: Generated<bigint>
      player_id: number
      purpose: Purpose
      name: string
      type: FileType
      size: number
      sealed_key: string | null
      body: Buffer | null
      at: ColumnType<Date>
      keep_until: ColumnType<Date>
      removed_at: Date | null
    }
    file_view: {
      id: Generated<bigint>
      file_id: bigint
      viewer: 'owner' | 'officer'
      officer: string
      reason: string
      at: ColumnType<Date>
    }
  }
}
