/** What the use cases of groups need. */
import type { Clock } from '#lib/time.ts'
import type { Bets } from '#modules/bets/server/index.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { ConfigOf } from '#modules/orders/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { Refusal } from '../rules/group.ts'

export interface GroupsDeps {
  db: Db
  clock: Clock
  log: Logger
  line: LineReader
  ledger: Ledger
  bets: Pick<Bets, 'place' | 'placeAllIn' | 'check' | 'refresh'>
  configOf: ConfigOf
  /** A group has changed: the pages of these players show it anew. */
  onChanged(groupId: number, playerIds: readonly number[]): void
}

export const unknownGroup = (): Problem => problem('groups.unknown', { status: 404, field: 'group_id' })
export const unknownCode = (): Problem => problem('groups.no_code', { status: 404, field: 'code' })
export const overGroup = (): Problem => problem('groups.over', { status: 404, field: 'code' })
export const refused = (refusal: Refusal): Problem => problem(`groups.${refusal}`)
