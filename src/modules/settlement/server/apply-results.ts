/** Facts in, results in force out: one transaction, which also lays down the work that follows from it. */
import { EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { actionRows, type SettleFact } from './actions.ts'
import { resultsInForce, rowKey } from './results-in-force.ts'
import {
  insertActions,
  insertRun,
  isCancelDue,
  listBetOutcomes,
  lockResults,
  rememberCancels,
  takeCancels,
  upsertResults,
  type MarketRef,
} from './results-store.ts'

export interface Applied {
  /** null when nothing in force has changed. */
  runId: bigint | null
  chunks: number
  /** Parts and outcomes nobody could place. */
  unknown: string[]
}

/** Bets accepted while a result is being written may have missed it: ids from this long before count as late. */
const LATE_MS = 60_000

interface Given {
  nowMs: number
  chunkLegs: number
}

const NOTHING = { runId: null, chunks: 0 }

export async function applyResults(db: Db, facts: readonly SettleFact[], given: Given): Promise<Applied> {
  const read = facts.map(actionRows)
  const rows = read.flatMap((r) => r.rows)
  const unknown = read.flatMap((r) => r.unknown)
  if (rows.length === 0) return { ...NOTHING, unknown }
  const at = new Date(given.nowMs)
  return inTx(db, async (tx) => {
    await lockResults(tx)
    const run = await writeResults(tx, await insertActions(tx, rows), given)
    await rememberCancels(tx, rows, at)
    return { ...run, unknown }
  })
}

/** Markets that were called off, once more when what was on its way has landed: a bet of then may be the first on its outcome. */
export async function applyCancelsAgain(db: Db, given: Given): Promise<Omit<Applied, 'unknown'>> {
  if (!(await isCancelDue(db))) return NOTHING
  return inTx(db, async (tx) => {
    await lockResults(tx)
    return writeResults(tx, await takeCancels(tx), given)
  })
}

async function writeResults(tx: Tx, markets: readonly MarketRef[], given: Given): Promise<Omit<Applied, 'unknown'>> {
  const at = new Date(given.nowMs)
  const changed = await upsertResults(tx, await resultsInForce(tx, markets), at)
  if (changed.length === 0) return NOTHING
  const { chunkLegs } = given
  return insertRun(tx, await withRaces(tx, changed), { at, chunkLegs, lateFromBetId: firstIdAt(given.nowMs - LATE_MS) })
}

const RACE_TYPES = [RACE_WINNER, EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE]

interface Changed {
  ci: number
  t: number
  p: number
  player_id: number
}

/** Whether a runner started also decides what bets on the others of its race pay (rule 4). */
async function withRaces(tx: Tx, changed: Changed[]): Promise<Changed[]> {
  const races = new Set(changed.flatMap(({ ci, t }) => (t === RACE_WINNER ? [ci] : [])))
  const known = new Set(changed.map(rowKey))
  const all = [...changed]
  for (const ci of races) {
    for (const { t, p, playerId } of await listBetOutcomes(tx, ci)) {
      if (RACE_TYPES.includes(t) && !known.has(`${ci} ${t} ${p} ${playerId}`)) all.push({ ci, t, p, player_id: playerId })
    }
  }
  return all
}
