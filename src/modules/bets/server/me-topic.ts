/**
 * The player's own topic `me:<playerId>`: `accounts` (which there are, which is active), `balance:<accountId>` and
 * `bet:<id>` after every commit that touched them. Only topics that somebody listens to are kept.
 */
import { sql } from 'kysely'
import { wireMoney, type Minor } from '#lib/money.ts'
import { unixSeconds } from '#lib/time.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Stream, TopicState } from '#platform/server/stream.ts'

const PREFIX = 'me'
const RECENT_BETS = 20

export interface MeTopics {
  /** At once after an acceptance, without asking the database. */
  accepted(
    playerId: number,
    accountId: number,
    balanceMinor: Minor | null,
    currencyId: number,
    bet: { id: bigint; stakeMinor: Minor; status: number },
  ): void
  /** Reads balances and latest bets again, for players who are listening. */
  refresh(playerIds: readonly number[]): Promise<void>
  /** Told when a player begins and stops listening, and again when his bets have changed: after it other values of bets may be told. */
  onListener(hear: (playerId: number, open: boolean) => void): void
  /** Sets keys of the player's topic, null takes one away; nothing when nobody listens. */
  tell(playerId: number, values: Readonly<Record<string, unknown>>): void
}

export function createMeTopics(db: Db, stream: Pick<Stream, 'provide'>): MeTopics {
  const open = new Map<number, TopicState>()
  const listeners: ((playerId: number, open: boolean) => void)[] = []
  const heard = (playerId: number, isOpen: boolean) => {
    for (const hear of listeners) hear(playerId, isOpen)
  }
  const playerOf = (name: string) => Number(/^me:(\d{1,10})$/.exec(name)?.[1] ?? Number.NaN)

  async function fill(topic: TopicState, playerId: number): Promise<void> {
    const accounts = await db
      .selectFrom('account')
      .select(['id', 'currency_id', 'balance_minor', 'is_active'])
      .where('player_id', '=', playerId)
      .where('closed_at', 'is', null)
      .orderBy('id')
      .execute()
    topic.set('accounts', { ids: accounts.map(({ id }) => id), active: accounts.find((account) => account.is_active)?.id ?? null })
    for (const account of accounts) topic.set(`balance:${account.id}`, balanceValue(account.balance_minor, account.currency_id))
    const bets = await sql<{
      id: bigint
      status: number
      stake_minor: bigint
      payout_minor: bigint
      currency_id: number
      settled_at: Date | null
    }>`
      SELECT b.id, b.status, b.stake_minor, b.payout_minor, b.currency_id, b.settled_at
      FROM account a CROSS JOIN LATERAL (
        SELECT tx_id FROM ledger_entry e WHERE e.account_id = a.id AND e.kind = 1 ORDER BY tx_id DESC LIMIT ${RECENT_BETS}
      ) e JOIN bet b ON b.id = e.tx_id WHERE a.player_id = ${playerId}`.execute(db)
    for (const bet of bets.rows) {
      const { exponent } = currencyById(bet.currency_id)
      topic.set(`bet:${bet.id}`, {
        status: bet.status,
        sum: wireMoney(bet.stake_minor, exponent),
        win: wireMoney(bet.payout_minor, exponent),
        settledAt: bet.settled_at ? unixSeconds(bet.settled_at.getTime()) : null,
      })
    }
    topic.commit()
    heard(playerId, true)
  }

  stream.provide(PREFIX, {
    open(topic, name) {
      const playerId = playerOf(name)
      if (!Number.isInteger(playerId)) return false
      open.set(playerId, topic)
      void fill(topic, playerId).catch(() => {})
      return true
    },
    close(name) {
      const playerId = playerOf(name)
      if (open.delete(playerId)) heard(playerId, false)
    },
    authorize: (name, visitor) => visitor.playerId !== null && visitor.playerId === playerOf(name),
  })
  return {
    accepted(playerId, accountId, balanceMinor, currencyId, bet) {
      const topic = open.get(playerId)
      if (!topic) return
      if (balanceMinor !== null) topic.set(`balance:${accountId}`, balanceValue(balanceMinor, currencyId))
      topic.set(`bet:${bet.id}`, {
        status: bet.status,
        sum: wireMoney(bet.stakeMinor, currencyById(currencyId).exponent),
        win: 0,
        settledAt: null,
      })
      topic.commit()
      heard(playerId, true)
    },
    onListener: (hear) => void listeners.push(hear),
    tell(playerId, values) {
      const topic = open.get(playerId)
      if (!topic) return
      for (const [key, value] of Object.entries(values)) {
        if (value === null) topic.delete(key)
        else topic.set(key, value)
      }
      topic.commit()
    },
    async refresh(playerIds) {
      for (const playerId of playerIds) {
        const topic = open.get(playerId)
        if (topic) await fill(topic, playerId)
      }
    },
  }
}

function balanceValue(balanceMinor: Minor, currencyId: number) {
  const { exponent, code } = currencyById(currencyId)
  return { money: wireMoney(balanceMinor, exponent), iso: code }
}
