/** What stands out in somebody's play is noticed within the hour, told to him, and kept with what was done about it (RG-20). */
import { sql } from 'kysely'
import { DAY, MINUTE, type Clock } from '#lib/time.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import type { Logger } from '#platform/server/log.ts'
import { signalsOf, untold, type Signal } from '../rules/signals.ts'
import { eachPlayer } from './each-player.ts'
import { currencyOf, listDayTotals, selectZone } from './own-play.ts'
import { insertEvent, lockPlayer } from './store.ts'

/** Looked at every half hour (worker): who did something since the last look, and a little before it. */
const ACTIVE_WITHIN_MS = 45 * MINUTE
/** As far back as anything counts as told. */
const TOLD_DAYS = 14

export interface NoticeDeps {
  db: Db
  clock: Clock
  ledger: Pick<Ledger, 'balance'>
  /** IANA name of the zone that a brand lives in. */
  zoneOf(brand: string): string | undefined
  log?: Pick<Logger, 'error'> | undefined
}

/** Gives how many players were told something. Safe in any number of processes. */
export async function noticePlay({ db, clock, ledger, zoneOf, log }: NoticeDeps): Promise<number> {
  const now = clock.now()
  let told = 0
  const round = { idOf: ({ player_id: playerId }: Active) => playerId, log, failed: 'the play of a player was not looked at' }
  await eachPlayer(await listActive(db, now), round, async ({ player_id: playerId, brand }) => {
    const currency = await currencyOf(ledger, playerId)
    const days = await listDayTotals(db, playerId, currency.id, await selectZone(db, playerId, zoneOf(brand)), now)
    const found = signalsOf(days, now)
    if (found.length > 0 && (await inTx(db, (tx) => tell(tx, playerId, found, now)))) told += 1
  })
  return told
}

interface Active {
  player_id: number
  brand: string
}

async function listActive(db: Db, now: number): Promise<Active[]> {
  const { rows } = await sql<Active>`SELECT DISTINCT s.player_id, p.brand FROM session s
    JOIN player p ON p.id = s.player_id WHERE s.last_action_at > ${new Date(now - ACTIVE_WITHIN_MS)} ORDER BY 1`.execute(db)
  return rows
}

/** One message, however much there is to tell, and a row of proof for each sign. */
async function tell(tx: Tx, playerId: number, found: readonly Signal[], now: number): Promise<boolean> {
  await lockPlayer(tx, playerId)
  const rows = await tx
    .selectFrom('protection_event')
    .select(['details', 'at'])
    .where('player_id', '=', playerId)
    .where('what', '=', 'play_noticed')
    .where('at', '>', new Date(now - TOLD_DAYS * DAY))
    .execute()
  const before = rows.map(({ details, at }) => ({ signal: String((details as { signal?: string }).signal), at: at.getTime() }))
  const fresh = untold(found, before, now)
  if (fresh.length === 0) return false
  for (const signal of fresh) await insertEvent(tx, playerId, 'play_noticed', { signal, done: 'message' }, new Date(now))
  await emit(tx, {
    topic: 'player.message',
    key: `play_noticed:${playerId}:${now}`,
    payload: { playerId, template: 'play_noticed', params: {} },
  })
  return true
}
