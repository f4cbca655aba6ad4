/**
 * Products that players have closed for themselves. The gate and placing ask for every call and leg, so what is closed
 * is kept in memory: at once in the process that changes it, within a second in the others.
 */
import type { Selectable } from 'kysely'
import { unixSeconds, type Clock } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { keepUp, type Kept, type ReadLog } from '#platform/server/keep-up.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { askRemoval, cancelPending, confirmPending, type OwnLimit } from '../rules/limits.ts'
import { CLOSED, type Product } from '../rules/products.ts'
import { insertEvent, lockPlayer } from './store.ts'
import type { ProtectionProductTable } from './tables.ts'

export interface ClosedProduct extends OwnLimit {
  product: Product
}

export interface Products extends Kept {
  isClosed(playerId: number, product: Product): boolean
  /** From memory. */
  closedOf(playerId: number): readonly Product[]
  list(playerId: number): Promise<ClosedProduct[]>
  /** At once. A wish to open it again is forgotten by it. */
  close(playerId: number, product: Product): Promise<void>
  /** Problem: protection.not_closed (409, 92). */
  askToOpen(playerId: number, product: Product, waitMs: number): Promise<Problem | null>
  /** Problems as of a limit that waits (92). */
  decide(playerId: number, product: Product, action: 'confirm' | 'cancel'): Promise<Problem | null>
}

function productOf(row: Selectable<ProtectionProductTable>): ClosedProduct {
  const { pending_asked_at: asked, pending_from: from } = row
  const pending = asked && from ? { amount: null, askedAt: asked.getTime(), activeFrom: from.getTime() } : null
  return { ...CLOSED, product: row.product, startsAt: row.starts_at.getTime(), pending }
}

const selectClosed = async (db: Db | Tx, playerId: number): Promise<ClosedProduct[]> =>
  (await db.selectFrom('protection_product').selectAll().where('player_id', '=', playerId).where('closed', '=', true).execute()).map(
    productOf,
  )

async function store(tx: Tx, playerId: number, product: Product, state: OwnLimit | null, at: Date): Promise<void> {
  const values = {
    closed: state !== null,
    starts_at: state ? new Date(state.startsAt) : at,
    pending_asked_at: state?.pending ? new Date(state.pending.askedAt) : null,
    pending_from: state?.pending ? new Date(state.pending.activeFrom) : null,
    changed_at: at,
  }
  await tx
    .insertInto('protection_product')
    .values({ player_id: playerId, product, ...values })
    .onConflict((conflict) => conflict.columns(['player_id', 'product']).doUpdateSet(values))
    .execute()
}

const nothingWaits = () => problem('protection.nothing_waits', { status: 409, wire: 92 })

async function decideOpening(
  tx: Tx,
  playerId: number,
  known: ClosedProduct,
  action: 'confirm' | 'cancel',
  at: Date,
): Promise<Problem | null> {
  const { product } = known
  if (known.pending === null) return nothingWaits()
  if (action === 'cancel') {
    await store(tx, playerId, product, cancelPending(known), at)
    return null
  }
  const said = confirmPending(known, at.getTime())
  switch (said.kind) {
    case 'nothing':
      return nothingWaits()
    case 'too_early':
      return problem('protection.too_early', { status: 409, wire: 92, extra: { activeFrom: unixSeconds(said.activeFrom) } })
    case 'too_late':
      await store(tx, playerId, product, said.limit, at)
      return problem('protection.too_late', { status: 409, wire: 92 })
    case 'done':
      await store(tx, playerId, product, null, at)
      await insertEvent(tx, playerId, 'product_opened', { product }, at)
      return null
  }
}

export function createProducts(db: Db, clock: Clock, log: ReadLog): Products {
  const closed = new Map<number, Set<Product>>()

  function keep(playerId: number, product: Product, isClosed: boolean): void {
    const own = closed.get(playerId) ?? new Set<Product>()
    if (isClosed) own.add(product)
    else own.delete(product)
    if (own.size > 0) closed.set(playerId, own)
    else closed.delete(playerId)
  }

  async function read(since: Date): Promise<void> {
    const rows = await db.selectFrom('protection_product').selectAll().where('changed_at', '>=', since).execute()
    for (const row of rows) keep(row.player_id, row.product, row.closed)
  }

  /** One of a player's changes after the other; what holds after it is known here at once. */
  async function change(
    playerId: number,
    product: Product,
    work: (tx: Tx, known: ClosedProduct | null, at: Date) => Promise<Problem | null>,
  ) {
    const at = new Date(clock.now())
    const refused = await inTx(db, async (tx) => {
      await lockPlayer(tx, playerId)
      return work(tx, (await selectClosed(tx, playerId)).find((one) => one.product === product) ?? null, at)
    })
    keep(
      playerId,
      product,
      (await selectClosed(db, playerId)).some((one) => one.product === product),
    )
    return refused
  }

  return {
    ...keepUp({ of: 'closed_products', log, clock, read }),
    isClosed: (playerId, product) => closed.get(playerId)?.has(product) ?? false,
    closedOf: (playerId) => [...(closed.get(playerId) ?? [])],
    list: (playerId) => selectClosed(db, playerId),
    async close(playerId, product) {
      await change(playerId, product, async (tx, known, at) => {
        await store(tx, playerId, product, known ? cancelPending(known) : { ...CLOSED, startsAt: at.getTime() }, at)
        if (!known) await insertEvent(tx, playerId, 'product_closed', { product }, at)
        return null
      })
    },
    askToOpen: (playerId, product, waitMs) =>
      change(playerId, product, async (tx, known, at) => {
        if (!known) return problem('protection.not_closed', { status: 409, wire: 92, field: 'product' })
        await store(tx, playerId, product, askRemoval(known, at.getTime(), waitMs), at)
        return null
      }),
    decide: (playerId, product, action) =>
      change(playerId, product, async (tx, known, at) =>
        known
          ? decideOpening(tx, playerId, known, action, at)
          : problem('protection.not_closed', { status: 409, wire: 92, field: 'product' }),
      ),
  }
}
