/** What lists of bets show of sales, orders, insurances and changes. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import type { Db } from '#platform/server/db.ts'
import { createSlices } from '#platform/server/loop-turns.ts'
import type { LegSource } from './leg-now.ts'
import { listBets, type StoredBet } from './bet-store.ts'
import { buyRefusal } from './buy-refusal.ts'
import { insurableLegs } from './insure-bet.ts'
import { listLate } from './late-legs.ts'
import { type SaleConfigOf, valueBet } from './value-bet.ts'

export interface SaleState {
  canSell: boolean
  /** The offer of now; null when there is none. */
  cashoutSumMinor: Minor | null
  autoSaleMinor: Minor | null
  /** 0 never, 1 waits, 2 sold, 3 cancelled, 4 the bet was over before, 5 the sum is beyond what it brings or is bought for. */
  autoSaleStatus: number
  /** Paid for parts so far. */
  oldSaleMinor: Minor
  soldStakeMinor: Minor
  canInsure: boolean
  insuredMinor: Minor
  insurancePercent: number
  premiumMinor: Minor
  /** The bet whose place this one took, and the one that took its place. */
  replaces: bigint | null
  replacedBy: bigint | null
  isPowerBet: boolean
}

interface Row {
  id: bigint
  target: bigint | null
  state: number | null
  percent: number
  replaces: bigint | null
  replaced_by: bigint | null
  power: boolean
}

interface StatesDeps {
  db: Db
  source: LegSource
  configOf: SaleConfigOf
  limits: Pick<Limits, 'check'>
}

/** Bets that do not exist are left out. */
export async function readSaleStates(deps: StatesDeps, ids: readonly bigint[]): Promise<Map<bigint, SaleState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    SELECT b.id, o.target_minor AS target, o.state, coalesce(i.percent, 0)::integer AS percent, c.replaced_bet_id AS replaces, r.bet_id AS replaced_by,
      coalesce(c.kind = 2, false) AS power
    FROM bet b LEFT JOIN bet_auto_sale o ON o.bet_id = b.id
    LEFT JOIN LATERAL (SELECT sum(x.percent) AS percent FROM bet_insurance x WHERE x.bet_id = b.id) i ON true
    LEFT JOIN bet_change c ON c.bet_id = b.id LEFT JOIN bet_change r ON r.replaced_bet_id = b.id
    WHERE b.id = ANY(${`{${ids.join()}}`}::bigint[])`.execute(deps.db)
  const more = new Map(rows.map((row) => [row.id, row]))
  const bets = await listBets(deps.db, ids)
  const late = await listLate(deps.db, ids)
  const states = new Map<bigint, SaleState>()
  const slices = createSlices()
  for (const bet of bets) {
    // A page of bets with many steps each takes a while: other calls go in between.
    await slices.breathe()
    states.set(bet.id, stateOf(deps, bet, more.get(bet.id)!, late.has(bet.id)))
  }
  return states
}

function stateOf(deps: StatesDeps, bet: StoredBet, row: Row, isLate: boolean): SaleState {
  const mayAct = bet.status === BET_STATUS.open && !isLate
  const { answer } = valueBet(bet, deps.source, deps.configOf)
  return {
    canSell: mayAct && answer.on,
    cashoutSumMinor: mayAct && answer.on ? answer.offer.netMinor : null,
    autoSaleMinor: row.state === 1 ? row.target : null,
    autoSaleStatus: row.state ?? 0,
    oldSaleMinor: bet.soldGrossMinor - bet.soldTaxMinor,
    soldStakeMinor: bet.soldStakeMinor,
    canInsure: mayAct && row.percent < 100 && typeof insurableLegs(bet, deps.source) !== 'string' && !buyRefusal(deps, bet, 'premium'),
    insuredMinor: bet.insuredMinor,
    insurancePercent: row.percent,
    premiumMinor: bet.premiumMinor,
    replaces: row.replaces,
    replacedBy: row.replaced_by,
    isPowerBet: row.power,
  }
}
