/**
 * The player's own topic `me:<playerId>`: `accounts` (which there are, which is active), `balance:<accountId>` and
 * `bet:<id>` after every commit that touched them. Only topics that somebody listens to are kept.
 */
import { sql } from 'kysely'
import { wireMoney, type Minor } from '#lib/money.ts'
import { unixSeconds } from '#lib/time.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Stream, TopicState } from '#platform/server/stream.ts'

const PREFIX = 'me'
const RECENT_BETS = 20
/** Bets in a topic, the latest: who listens for days has placed many. */
const KEPT_BETS = 100
const READS = 3
const RETRY_MS = 1_000
const RETRY_MAX_MS = 30_000

interface Page {
  topic: TopicState
  bets: Set<string>
  /** Balances that an acceptance has told, each with its number: a read that began before it may know an older one. */
  told: Map<number, number>
  count: number
}

export interface MeTopics {
  /** At once after an acceptance, without asking the database. */
  accepted(
    playerId: number,
    accountId: number,
    balanceMinor: Minor | null,
    currencyId: number,
    bet: { id: bigint; stakeMinor: Minor; status: number },
  ): void
  /** Reads balances and latest bets again, for players who are listening; throws when one could not be read, after all others. */
  refresh(playerIds: readonly number[]): Promise<void>
  /** Told when a player begins and stops listening, and again when his bets have changed: after it other values of bets may be told. */
  onListener(hear: (playerId: number, open: boolean) => void): void
  /** Sets keys of the player's topic, null takes one away; nothing when nobody listens. */
  tell(playerId: number, values: Readonly<Record<string, unknown>>): void
}

export function createMeTopics(db: Db, stream: Pick<Stream, 'provide'>, log?: Pick<Logger, 'error'>): MeTopics {
  const open = new Map<number, Page>()
  const listeners: ((playerId: number, open: boolean) => void)[] = []
  const heard = (playerId: number, isOpen: boolean) => {
    for (const hear of listeners) hear(playerId, isOpen)
  }
  const playerOf = (name: string) => Number(/^me:(\d{1,10})$/.exec(name)?.[1] ?? Number.NaN)

  /** Read again where a bet was accepted meanwhile. */
  async function fill(page: Page, playerId: number): Promise<void> {
    for (let reads = 1; ; reads += 1) {
      const before = page.count
      await readInto(page, playerId)
      if (page.count === before || reads === READS) break
    }
    page.topic.commit()
    heard(playerId, true)
  }

  async function readInto(page: Page, playerId: number): Promise<void> {
    const { topic } = page
    const before = page.count
    const accounts = await db
      .selectFrom('account')
      .select(['id', 'currency_id', 'balance_minor', 'is_active'])
      .where('player_id', '=', playerId)
      .where('closed_at', 'is', null)
      .orderBy('id')
      .execute()
    topic.set('accounts', { ids: accounts.map(({ id }) => id), active: accounts.find((account) => account.is_active)?.id ?? null })
    for (const account of accounts) {
      if ((page.told.get(account.id) ?? 0) > before) continue
      topic.set(`balance:${account.id}`, balanceValue(account.balance_minor, account.currency_id))
    }
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
    for (const bet of bets.rows.toSorted((a, b) => Number(a.id - b.id))) {
      const { exponent } = currencyById(bet.currency_id)
      setBet(page, bet.id, {
        status: bet.status,
        sum: wireMoney(bet.stake_minor, exponent),
        win: wireMoney(bet.payout_minor, exponent),
        settledAt: bet.settled_at ? unixSeconds(bet.settled_at.getTime()) : null,
      })
    }
  }

  /** Until it is filled: a page that is open without it shows what it was served with, for good. */
  async function fillAtLast(page: Page, playerId: number): Promise<void> {
    for (let waitMs = RETRY_MS; open.get(playerId) === page; waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)) {
      try {
        return await fill(page, playerId)
      } catch (err) {
        if (waitMs === RETRY_MS) log?.error({ err }, "a player's topic could not be filled, and is tried again")
      }
      await new Promise((done) => setTimeout(done, waitMs).unref())
    }
  }

  stream.provide(PREFIX, {
    open(topic, name) {
      const playerId = playerOf(name)
      if (!Number.isInteger(playerId)) return false
      const page: Page = { topic, bets: new Set(), told: new Map(), count: 0 }
      open.set(playerId, page)
      void fillAtLast(page, playerId)
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
      const page = open.get(playerId)
      if (!page) return
      page.count += 1
      if (balanceMinor !== null) {
        page.told.set(accountId, page.count)
        page.topic.set(`balance:${accountId}`, balanceValue(balanceMinor, currencyId))
      }
      setBet(page, bet.id, {
        status: bet.status,
        sum: wireMoney(bet.stakeMinor, currencyById(currencyId).exponent),
        win: 0,
        settledAt: null,
      })
      page.topic.commit()
      heard(playerId, true)
    },
    onListener: (hear) => void listeners.push(hear),
    tell(playerId, values) {
      const topic = open.get(playerId)?.topic
      if (!topic) return
      for (const [key, value] of Object.entries(values)) {
        if (value === null) topic.delete(key)
        else topic.set(key, value)
      }
      topic.commit()
    },
    async refresh(playerIds) {
      const errors: unknown[] = []
      for (const playerId of playerIds) {
        const page = open.get(playerId)
        if (page) await fill(page, playerId).catch((error: unknown) => errors.push(error))
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}

interface BetValue {
  status: number
  sum: number
  win: number
  settledAt: number | null
}

function setBet({ topic, bets }: Page, id: bigint, value: BetValue): void {
  const key = `bet:${id}`
  topic.set(key, value)
  bets.add(key)
  for (const oldest of bets) {
    if (bets.size <= KEPT_BETS) return
    bets.delete(oldest)
    topic.delete(oldest)
  }
}

function balanceValue(balanceMinor: Minor, currencyId: number) {
  const { exponent, code } = currencyById(currencyId)
  return { money: wireMoney(balanceMinor, exponent), iso: code }
}
