/** Leads of a match in, bets that they decide into a run: one transaction, one after the other with all results (XT-21). */
import { sql } from 'kysely'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { standingLeads, type Lead, type ScoreStep } from '../rules/leads.ts'
import { insertAgainRun, lockResults } from './results-store.ts'

interface Stored {
  id: bigint
  t: number
  home: number
  away: number
}

const sameLead = (a: Pick<Stored, 't' | 'home' | 'away'>, b: Pick<Stored, 't' | 'home' | 'away'>) =>
  a.t === b.t && a.home === b.home && a.away === b.away

/** `steps`: everything that was ever told of the score in regular time. True when bets have to be worked out again. */
export async function applyLeads(
  db: Db,
  given: { ci: number; steps: readonly ScoreStep[] },
  work: { at: Date; chunkLegs: number },
): Promise<boolean> {
  const leads = standingLeads(given.steps)
  return inTx(db, async (tx) => {
    await lockResults(tx)
    const stored = await tx
      .selectFrom('game_lead')
      .select(['id', 't', 'home', 'away'])
      .where('ci', '=', given.ci)
      .where('annulled_at', 'is', null)
      .execute()
    const added = leads.filter((lead) => !stored.some((one) => sameLead(one, lead)))
    const gone = stored.filter((one) => !leads.some((lead) => sameLead(one, lead)))
    if (added.length === 0 && gone.length === 0) return false
    await write(tx, given.ci, added, gone, work.at)
    const bets = await listEarlyBets(tx, given.ci, [...new Set([...added, ...gone].map(({ t }) => t))])
    if (bets.length === 0) return false
    await insertAgainRun(tx, bets, work)
    return true
  })
}

async function write(tx: Tx, ci: number, added: readonly Lead[], gone: readonly Stored[], at: Date): Promise<void> {
  if (gone.length > 0)
    await tx
      .updateTable('game_lead')
      .set({ annulled_at: at })
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('game_lead')
      .values(added.map(({ t, lead, home, away, at: toldAt }) => ({ ci, t, lead, home, away, at: new Date(toldAt), annulled_at: null })))
      .execute()
}

/** Bets on the match that have agreed to it, blocked and settled ones too: what they were paid for may be gone. */
async function listEarlyBets(tx: Tx, ci: number, winners: readonly number[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT DISTINCT b.id FROM bet_leg l JOIN bet b ON b.id = l.bet_id JOIN bet_receipt r ON r.bet_id = b.id
    WHERE l.ci = ${ci} AND l.t = ANY(${`{${winners.join(',')}}`}::integer[]) AND l.p = 0 AND l.player_id = 0
      AND NOT b.plain AND b.status IN (1, 2, 4, 5, 7) AND r.receipt->'terms'->'earlyPayout' IS NOT NULL ORDER BY b.id`.execute(tx)
  return rows.map((row) => row.id)
}
