/** What the sandbox itself says has moved: its statement, and errors planted in it on purpose. */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { ProviderOutcome } from '../rules/deposit-state.ts'
import { MOVEMENTS, type Movement } from '../rules/reconcile.ts'
import type { Statement } from './port.ts'

/** A line is left out, has another sum, stands twice, or is of a payment that nobody ordered. */
export const PLANTS = ['forget', 'other_sum', 'twice', 'stranger'] as const
export type Plant = (typeof PLANTS)[number]

export interface SandboxBook {
  statement: Statement
  /** Notes what the word means for money: paid once, and not more back than was paid. */
  note(said: { ref: string; outcome: ProviderOutcome; amount: string; currency: string; isPayout?: boolean }): Promise<void>
  wasPaid(ref: string): Promise<boolean>
  /** A payer presses on its page. False: the page was closed before. */
  payOnPage(ref: string): Promise<boolean>
  /** A payer calls off. 'paid': the page was quicker. */
  closePage(ref: string): Promise<'paid' | 'closed'>
  /** False: it has no line of that reference. */
  plant(ref: string, plant: Plant): Promise<boolean>
}

export function sandboxBook(db: Db, clock: Clock): SandboxBook {
  async function wasPaid(ref: string): Promise<boolean> {
    const paid = db.selectFrom('sandbox_movement').select('id').where('ref', '=', ref).where('movement', '=', 'in')
    return (await paid.limit(1).executeTakeFirst()) !== undefined
  }

  /** The first word about a page stands; answers it. */
  async function endPage(ref: string, ending: 'paid' | 'closed'): Promise<'paid' | 'closed'> {
    await db
      .insertInto('sandbox_page')
      .values({ ref, ending })
      .onConflict((known) => known.doNothing())
      .execute()
    return (await db.selectFrom('sandbox_page').select('ending').where('ref', '=', ref).executeTakeFirstOrThrow()).ending
  }

  return {
    wasPaid,
    payOnPage: async (ref) => (await endPage(ref, 'paid')) === 'paid',
    // What a script has said was paid, whatever its page says.
    closePage: async (ref) => ((await wasPaid(ref)) ? 'paid' : endPage(ref, 'closed')),
    async note({ ref, outcome, amount, currency, isPayout = false }) {
      const at = new Date(clock.now())
      if (outcome === 'paid') {
        const movement: Movement = isPayout ? 'out' : 'in'
        await sql`INSERT INTO sandbox_movement (ref, movement, amount, currency, at) SELECT ${ref}, ${movement}, ${amount}, ${currency}, ${at}
          WHERE NOT EXISTS (SELECT 1 FROM sandbox_movement WHERE ref = ${ref} AND movement = ${movement})`.execute(db)
      }
      if (outcome === 'refunded' || outcome === 'charged_back') {
        await sql`INSERT INTO sandbox_movement (ref, movement, amount, currency, at) SELECT ${ref}, 'back', ${amount}, ${currency}, ${at}
          WHERE (SELECT sum(CASE movement WHEN 'in' THEN amount::numeric ELSE -amount::numeric END)
                 FROM sandbox_movement WHERE ref = ${ref} AND movement <> 'out') >= ${amount}::numeric`.execute(db)
      }
    },
    async plant(ref, plant) {
      const lines = db.selectFrom('sandbox_movement').select('id').where('ref', '=', ref).orderBy('id').limit(1)
      if (plant === 'forget') return changed(await db.deleteFrom('sandbox_movement').where('id', 'in', lines).executeTakeFirst())
      const copied = plant === 'stranger' ? sql`ref || '-stranger'` : sql`ref`
      const { numAffectedRows = 0n } =
        plant === 'other_sum'
          ? await sql`UPDATE sandbox_movement SET amount = (amount::numeric + 1)::text WHERE id IN (${lines})`.execute(db)
          : await sql`INSERT INTO sandbox_movement (ref, movement, amount, currency, at)
              SELECT ${copied}, movement, amount, currency, at FROM sandbox_movement WHERE id IN (${lines})`.execute(db)
      return numAffectedRows > 0n
    },
    statement: {
      covers: MOVEMENTS,
      async read(from, to) {
        const rows = await db
          .selectFrom('sandbox_movement')
          .select(['movement', 'ref', 'amount', 'currency', 'at'])
          .where('at', '>=', new Date(from))
          .where('at', '<', new Date(to))
          .execute()
        return rows.map((row) => ({ ...row, at: row.at.getTime() }))
      },
    },
  }
}

const changed = ({ numDeletedRows }: { numDeletedRows: bigint }): boolean => numDeletedRows > 0n
