/**
 * What the results in force make of a bet, by the rules and by the second calculation. Where the two disagree the bet is
 * blocked and nothing is paid (SET-07). Bets that are not plain are settled from here; of plain bets a sample is.
 */
import type pg from 'pg'
import type { Minor } from '#lib/money.ts'
import { counter } from '#platform/server/metrics.ts'
import type { Logger } from '#platform/server/log.ts'
import { BET_STATUS, WIRE_STATUS, type SettledBet } from '#modules/payout/rules/bet.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { betMoney, type BetMoney } from '#modules/payout/rules/money.ts'
import { asReference, referenceAgrees } from '#modules/payout/rules/reference-bridge.ts'
import { referenceMoney } from '#modules/payout/rules/reference.ts'
import { keptMinor, movements, movesNothing, paidMinor, UNSETTLED, type Booked } from '../rules/entries.ts'
import { listBetRows, storedBet, type BetRow, type StoredBet } from './stored-bet.ts'
import { holdWins, mayBeHeld, type WinChecks } from './win-check.ts'

/** Why a bet is blocked. */
export interface Alarm {
  about: 'calculations' | 'sample' | 'unreadable' | 'posting'
  detail: Record<string, unknown>
}

export interface Target {
  status: number
  payoutMinor: Minor
  booked: Booked
  alarm?: Alarm
}

const blocked = (alarm: Alarm): Target => ({ status: BET_STATUS.blocked, payoutMinor: 0n, booked: UNSETTLED, alarm })
/** Its results are there, its pay-out waits for two officers. */
const HELD: Target = { status: BET_STATUS.blocked, payoutMinor: 0n, booked: UNSETTLED }
const OPEN: Target = { status: BET_STATUS.open, payoutMinor: 0n, booked: UNSETTLED }

const alarms = counter('settlement_blocked_total', 'Bets whose pay-out was stopped, by reason', ['about'])

/** The second calculation plays whole bets only; a bet lost early stays lost whatever its open legs become. */
function wholeBet(bet: SettledBet): SettledBet {
  if (bet.legs.every((leg) => leg.result !== null)) return bet
  return { ...bet, legs: bet.legs.map((leg) => ({ ...leg, result: leg.result ?? legResult('WIN') })) }
}

/** Wire status and money that the results in force give; open bets have status 1. */
export function targetOf(bet: SettledBet): Target {
  const money = betMoney(bet)
  if (!money) return OPEN
  const whole = wholeBet(bet)
  if (!referenceAgrees(whole, money))
    return blocked({ about: 'calculations', detail: { first: told(money), second: told(referenceMoney(asReference(whole))) } })
  const booked: Booked = {
    settled: true,
    grossMinor: money.grossMinor,
    bonusMinor: money.bonusMinor,
    taxMinor: money.taxMinor,
    insuranceMinor: money.insuranceMinor,
    stakeTaxBackMinor: money.stakeTaxBackMinor,
    advanceBackMinor: 0n,
    freeBetMinor: money.freeBetMinor,
  }
  return { status: WIRE_STATUS[money.status], payoutMinor: paidMinor(booked), booked }
}

function told(money: BetMoney | ReturnType<typeof referenceMoney>): Record<string, string> {
  return Object.fromEntries(Object.entries(money).map(([key, value]) => [key, String(value)]))
}

function targetOfStored(stored: StoredBet): Target {
  if (stored.waits) return OPEN
  const target = targetOf(stored.bet)
  if (!stored.bet.uncoveredMinor || !target.booked.settled) return target
  // What an uncovered advance has left in the open stake goes back to where it came from, the house keeps the rest.
  const left = stored.openStakeMinor + target.booked.stakeTaxBackMinor - target.booked.grossMinor
  const advanceBackMinor = left < stored.owedMinor ? left : stored.owedMinor
  return { ...target, booked: { ...target.booked, advanceBackMinor: advanceBackMinor > 0n ? advanceBackMinor : 0n } }
}

/** A bet that cannot be worked out is blocked: it must not hold up the bets beside it. */
export function targetOfRow(row: BetRow): { target: Target; stored: StoredBet | null } {
  try {
    const stored = storedBet(row)
    return { target: targetOfStored(stored), stored }
  } catch (error) {
    return { target: blocked({ about: 'unreadable', detail: { error: String(error) } }), stored: null }
  }
}

export interface Raised {
  betId: bigint
  alarm: Alarm
}

/** Written down in the transaction that blocks the bet; told when it has committed. */
export async function insertAlarms(client: pg.PoolClient, now: string, raised: readonly Raised[]): Promise<void> {
  await client.query(
    'INSERT INTO settlement_alarm (bet_id, at, about, detail) SELECT r.bet_id, $1, r.about, r.detail FROM jsonb_to_recordset($2::jsonb) AS r(bet_id bigint, about text, detail jsonb)',
    [now, JSON.stringify(raised.map(({ betId, alarm }) => ({ bet_id: String(betId), ...alarm })))],
  )
}

/** Everybody who watches hears of a bet that is blocked, not of an attempt that was rolled back. */
export function tellAlarms(log: Logger, raised: readonly Raised[]): void {
  for (const { betId, alarm } of raised) {
    log.error({ betId: String(betId), ...alarm }, 'pay-out stopped: bet blocked')
    alarms.inc({ about: alarm.about })
  }
}

interface Change {
  betId: bigint
  row: BetRow
  target: Target
  old: Booked
  openStakeMinor: Minor
  /** How long a code for it is good, when it is insured. */
  days: number
}

/** Nothing is left to move between what is booked and what the results say. */
export function isBooked(booked: Booked, target: Booked): boolean {
  return booked.freeBetMinor === target.freeBetMinor && movesNothing(booked, target)
}

function changeOf(row: BetRow): Change | null {
  const { target, stored } = targetOfRow(row)
  const old = stored?.booked ?? UNSETTLED
  if (target.status === row.status && target.payoutMinor === row.payout && isBooked(old, target.booked)) return null
  // What cannot be read is stopped where it stands: open bets are blocked, settled ones keep what they have.
  if (!stored && row.status !== BET_STATUS.open) return null
  return {
    betId: row.bet_id,
    row,
    target,
    old,
    openStakeMinor: stored?.openStakeMinor ?? 0n,
    days: stored?.bet.expressInsurance?.days ?? 0,
  }
}

const list = (values: readonly unknown[]): string => `{${values.join(',')}}`

/** The changes without those that have to wait. What waits already does not change, nor does what was paid: only the rest waits. */
async function withHeld(client: pg.PoolClient, changes: readonly Change[], { now, winChecks, held }: OtherWork): Promise<Change[]> {
  const wins = changes.flatMap(({ betId, row, target }) =>
    target.status === WIRE_STATUS.WIN && mayBeHeld(winChecks, row.currency_id, target.payoutMinor)
      ? [{ betId, currencyId: row.currency_id, payoutMinor: target.payoutMinor }]
      : [],
  )
  if (!winChecks || wins.length === 0) return [...changes]
  for (const bet of await holdWins(client, winChecks, wins, now)) held.add(bet)
  return changes.flatMap((change) => {
    if (!held.has(change.betId)) return [change]
    const { row, target } = change
    const staysPaid = row.payout > 0n && row.payout < target.payoutMinor
    return staysPaid || row.status === BET_STATUS.blocked ? [] : [{ ...change, target: HELD }]
  })
}

export interface OtherWork {
  now: string
  winChecks: WinChecks | undefined
  /** Gets the bets whose win has to wait. */
  held: Set<bigint>
  /** Gets the bets that are blocked. */
  raised: Raised[]
}

/** The promo code of an insured express, given or, with nothing, taken back. */
export interface FreeBet {
  betId: bigint
  minor: Minor
  days: number
}

/** After the accounts of the chunk have moved: whoever uses a code locks his account before the code too. */
export async function giveFreeBets(client: pg.PoolClient, freeBets: readonly FreeBet[], now: string): Promise<void> {
  await client.query('SELECT settlement_free_bets($1, $2, $3, $4)', [
    list(freeBets.map(({ betId }) => betId)),
    list(freeBets.map(({ minor }) => minor)),
    list(freeBets.map(({ days }) => days)),
    now,
  ])
}

/** Works out these bets, which are not plain, and adds what changes to the work tables of the connection; answers their codes. */
export async function addOtherTargets(client: pg.PoolClient, ids: readonly bigint[], work: OtherWork): Promise<FreeBet[]> {
  const found = (await listBetRows(client, ids)).map(changeOf).filter((change) => change !== null)
  const changes = await withHeld(client, found, work)
  if (changes.length === 0) return []
  const raised = changes.flatMap(({ betId, target }) => (target.alarm ? [{ betId, alarm: target.alarm }] : []))
  if (raised.length > 0) await insertAlarms(client, work.now, raised)
  work.raised.push(...raised)
  const of = (read: (change: Change) => unknown): string => list(changes.map(read))
  await client.query({
    name: 'settlement_add',
    text: 'SELECT settlement_add($1, $2, $3, $4)',
    values: [
      of((c) => c.betId),
      of((c) => c.target.status),
      of((c) => c.target.payoutMinor),
      of((c) => keptMinor(c.target.booked, c.openStakeMinor) - keptMinor(c.old, c.openStakeMinor)),
    ],
  })
  await keepMoney(client, changes)
  await addMovements(client, changes)
  return changes
    .filter(({ old, target }) => old.freeBetMinor !== target.booked.freeBetMinor)
    .map(({ betId, target, days }) => ({ betId, minor: target.booked.freeBetMinor, days }))
}

/** Whether `bet_money` says this already; most lost bets have nothing but zeros there. */
function isKept({ row, target: { booked } }: Change): boolean {
  return (
    row.gross === booked.grossMinor &&
    (row.bonus ?? 0n) === booked.bonusMinor &&
    (row.tax ?? 0n) === booked.taxMinor &&
    (row.insurance ?? 0n) === booked.insuranceMinor &&
    (row.stake_tax_back ?? 0n) === booked.stakeTaxBackMinor &&
    (row.advance_back ?? 0n) === booked.advanceBackMinor
  )
}

async function keepMoney(client: pg.PoolClient, changes: readonly Change[]): Promise<void> {
  const other = changes.filter((change) => !isKept(change))
  if (other.length === 0) return
  const of = (read: (booked: Booked) => Minor): string => list(other.map(({ target }) => read(target.booked)))
  await client.query({
    name: 'settlement_keep',
    text: 'SELECT settlement_keep($1, $2, $3, $4, $5, $6, $7)',
    values: [
      list(other.map(({ betId }) => betId)),
      of((b) => b.grossMinor),
      of((b) => b.bonusMinor),
      of((b) => b.taxMinor),
      of((b) => b.insuranceMinor),
      of((b) => b.stakeTaxBackMinor),
      of((b) => b.advanceBackMinor),
    ],
  })
}

async function addMovements(client: pg.PoolClient, changes: readonly Change[]): Promise<void> {
  const moved = changes.flatMap((c) => movements(c.old, c.target.booked).map((m) => ({ ...m, row: c.row })))
  if (moved.length === 0) return
  await client.query({
    name: 'settlement_book',
    text: `INSERT INTO settling_book SELECT * FROM unnest($1::integer[], $2::smallint[], $3::bigint[], $4::smallint[], $5::smallint[], $6::bigint[], $7::smallint[], $8::smallint[])`,
    values: [
      list(moved.map((m) => m.row.account_id)),
      list(moved.map((m) => m.row.currency_id)),
      list(moved.map((m) => m.row.bet_id)),
      list(moved.map((m) => m.kind)),
      list(moved.map((m) => m.row.version + 1)),
      list(moved.map((m) => m.amountMinor)),
      list(moved.map((m) => m.fromRole)),
      list(moved.map((m) => m.toRole)),
    ],
  })
}

/** Compares what SQL is about to write of these plain bets with both calculations; blocks those that differ. */
export async function checkSample(
  client: pg.PoolClient,
  chunk: { key: readonly [run: string, no: number, now: string] },
  ids: readonly bigint[],
): Promise<Raised[]> {
  const rows = await listBetRows(client, ids)
  const { rows: planned } = await client.query<{ planned_bet_id: bigint; to_status: number; to_payout: bigint }>({
    name: 'settlement_planned',
    text: 'SELECT * FROM settlement_planned($1)',
    values: [list(ids)],
  })
  const plans = new Map(planned.map((plan) => [plan.planned_bet_id, plan]))
  const raised = rows.flatMap((row) => {
    const plan = plans.get(row.bet_id)!
    const { target } = targetOfRow(row)
    if (target.status === plan.to_status && target.payoutMinor === plan.to_payout) return []
    const said = { status: plan.to_status, payout: String(plan.to_payout) }
    const detail = { planned: said, worked: { status: target.status, payout: String(target.payoutMinor) }, ...target.alarm?.detail }
    return [{ betId: row.bet_id, alarm: { about: 'sample', detail } satisfies Alarm }]
  })
  if (raised.length === 0) return []
  await insertAlarms(client, chunk.key[2], raised)
  await client.query('SELECT settlement_block($1, $2, $3, $4)', [...chunk.key, list(raised.map((r) => r.betId))])
  return raised
}
