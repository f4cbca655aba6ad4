/** Advances above betting: their size needs sale values, their end the settlement (rules 8.5). */
import { createAdvances } from '#modules/bets/server/index.ts'
import type { CashOut } from '#modules/cashout/server/index.ts'
import type { Minor } from '#lib/money.ts'
import { MINUTE, type Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { repeat } from '#platform/server/repeat.ts'
import type { Betting } from './betting.ts'

export interface AdvanceParts {
  db: Db
  clock: Clock
  log: Logger
  betting: Betting
  cashOut: Pick<CashOut, 'saleStates' | 'useRepayment'>
  /** Repays and closes advances: the role worker. */
  settles: boolean
}

/** Answers how to stop. */
export function composeAdvances({ db, clock, log, betting, cashOut, settles }: AdvanceParts): () => Promise<void> {
  const { ledger, reader, bets, coupon, settlement, news } = betting
  const advances = createAdvances({
    db,
    clock,
    log,
    ledger,
    line: reader,
    async saleValues(betIds) {
      const states = await cashOut.saleStates(betIds)
      return new Map(
        [...states].flatMap(([id, { cashoutSumMinor }]): [bigint, Minor][] => (cashoutSumMinor === null ? [] : [[id, cashoutSumMinor]])),
      )
    },
    // Asked for by the outbox, whose other news must not wait until a large settlement is through.
    again: (betIds) => settlement.againSoon(betIds),
  })
  bets.useAdvance(advances)
  cashOut.useRepayment(advances.repayIn)
  settlement.useRepayment(advances.repayIn)
  coupon?.useAdvance(advances)
  if (!settles) return async () => {}
  const decide = async ({ payload }: { payload: unknown }) => {
    const players = (payload as { players?: number[] }).players ?? []
    if (players.length > 0) await advances.decide(players)
  }
  news.outbox.subscribe('settlement.settled', decide)
  news.outbox.subscribe('cashout.sold', decide)
  return repeat(
    MINUTE,
    () => advances.decide(),
    (err) => log.warn({ err }, 'advances wait to be decided'),
  )
}
