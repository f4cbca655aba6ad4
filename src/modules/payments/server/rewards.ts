/** Points and what they are exchanged for: the points go, the bonus money comes, in one movement, once a key. */
import { inTx, inTxOrProblem, sqlState, Undone, type Tx } from '#platform/server/db.ts'
import type { Minor } from '#lib/money.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { minorOfEuro, POINTS_CURRENCY, systemAccountId, type Currency } from '#modules/ledger/server/index.ts'
import { ensureAccount } from './bonus-account.ts'
import type { PaymentsDeps } from './deposits.ts'

export interface Reward {
  id: number
  points: number
  amountEur: string
}

export interface Taken {
  rewardId: number
  accountId: number
  amountMinor: Minor
  currencyId: number
  repeated: boolean
}

/** An officer gives points for a reason of his, once a key. */
export async function givePoints(
  deps: PaymentsDeps,
  given: { playerId: number; points: bigint; key: string },
): Promise<{ accountId: number; repeated: boolean } | Problem> {
  return inTx(deps.db, async (tx) => {
    const player = await tx.selectFrom('player').select('id').where('id', '=', given.playerId).executeTakeFirst()
    if (!player) return problem('payments.unknown_player', { status: 404, field: 'player' })
    const accountId = await ensureAccount(deps.ledger, tx, { playerId: given.playerId, currencyId: POINTS_CURRENCY, kind: 'points' })
    const posted = await deps.ledger.post(tx, {
      kind: 'bonus',
      txId: deps.ledger.ids.next(),
      key: `points:${given.playerId}:${given.key}`,
      at: new Date(deps.clock.now()),
      entries: [
        { accountId: systemAccountId('points', POINTS_CURRENCY), currencyId: POINTS_CURRENCY, amountMinor: -given.points },
        { accountId, currencyId: POINTS_CURRENCY, amountMinor: given.points },
      ],
    })
    return isProblem(posted) ? posted : { accountId, repeated: posted.repeated }
  })
}

/** Problems: payments.unknown_reward, payments.not_enough_points, payments.key_reused (409), those of the deposit's guard. */
export async function takeReward(
  deps: PaymentsDeps,
  given: { playerId: number; reward: Reward; currency: Currency; key: string; config: SiteConfig },
): Promise<Taken | Problem> {
  const known = await selectTaken(deps, given)
  if (known) return known
  try {
    return await inTxOrProblem(deps.db, (tx) => exchange(deps, tx, given))
  } catch (error) {
    // The same request at the same time in another place: its answer is ours.
    const other = sqlState(error) === '23505' ? await selectTaken(deps, given) : null
    if (!other) throw error
    return other
  }
}

async function selectTaken(
  { db }: PaymentsDeps,
  given: { playerId: number; reward: Reward; key: string },
): Promise<Taken | Problem | null> {
  const row = await db
    .selectFrom('reward_taken as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['r.reward_id', 'r.account_id', 'r.amount_minor', 'a.currency_id'])
    .where('r.player_id', '=', given.playerId)
    .where('r.request_key', '=', given.key)
    .executeTakeFirst()
  if (!row) return null
  if (row.reward_id !== given.reward.id) return problem('payments.key_reused', { field: 'request_key', status: 409 })
  return { rewardId: row.reward_id, accountId: row.account_id, amountMinor: row.amount_minor, currencyId: row.currency_id, repeated: true }
}

async function exchange(
  deps: PaymentsDeps,
  tx: Tx,
  { playerId, reward, currency, key, config }: Parameters<typeof takeReward>[1],
): Promise<Taken> {
  const at = new Date(deps.clock.now())
  const points = BigInt(reward.points)
  const amountMinor = minorOfEuro(reward.amountEur, currency)
  // A bonus is money into play: none while deposits are closed or have no room left (RG-05).
  const closed = await deps.guardDeposit?.(tx, { playerId, amountMinor, currencyId: currency.id, config })
  if (closed) throw new Undone(closed)
  const from = await ensureAccount(deps.ledger, tx, { playerId, currencyId: POINTS_CURRENCY, kind: 'points' })
  const accountId = await ensureAccount(deps.ledger, tx, { playerId, currencyId: currency.id, kind: 'bonus' })
  await tx
    .insertInto('reward_taken')
    .values({ player_id: playerId, reward_id: reward.id, request_key: key, points, account_id: accountId, amount_minor: amountMinor, at })
    .execute()
  const posted = await deps.ledger.post(tx, {
    kind: 'bonus',
    txId: deps.ledger.ids.next(),
    key: `reward:${playerId}:${key}`,
    at,
    entries: [
      { accountId: from, currencyId: POINTS_CURRENCY, amountMinor: -points },
      { accountId: systemAccountId('points', POINTS_CURRENCY), currencyId: POINTS_CURRENCY, amountMinor: points },
      { accountId: systemAccountId('bonus', currency.id), currencyId: currency.id, amountMinor: -amountMinor },
      { accountId, currencyId: currency.id, amountMinor },
    ],
  })
  if (isProblem(posted)) {
    throw new Undone(posted.wire === 103 ? problem('payments.not_enough_points', { field: 'reward_id', wire: 103 }) : posted)
  }
  return { rewardId: reward.id, accountId, amountMinor, currencyId: currency.id, repeated: false }
}
