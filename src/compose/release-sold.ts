/** What a bet had counted of the limits is free again as soon as it has been sold, in part or whole, or replaced. */
import type { Limits } from '#modules/limits/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { claim, type Outbox, type OutboxEvent } from '#platform/server/outbox.ts'

interface Deps {
  db: Db
  outbox: Outbox
  limits: Pick<Limits, 'release' | 'hear'>
}

const CONSUMER = 'limits'

export function releaseSold({ db, outbox, limits }: Deps): void {
  async function release({ id }: OutboxEvent, ...what: [betId: bigint, stake?: { leftMinor: bigint; soldMinor: bigint }]): Promise<void> {
    const released = await inTx(db, async (tx) => ((await claim(tx, CONSUMER, id)) ? limits.release(tx, ...what) : []))
    limits.hear(released)
  }
  outbox.subscribe('cashout.sold', async (event) => {
    const { bet, left, sold } = event.payload as { bet: string; left?: string; sold?: string }
    // Of before this was told: the next look at counted bets finds it.
    if (left === undefined || sold === undefined) return
    await release(event, BigInt(bet), { leftMinor: BigInt(left), soldMinor: BigInt(sold) })
  })
  outbox.subscribe('cashout.changed', (event) => release(event, BigInt((event.payload as { replaced: string }).replaced)))
}
