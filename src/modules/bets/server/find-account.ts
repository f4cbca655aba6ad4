/**
 * Finds the account of a bet. Owner, currency and kind of an account never change, so they are remembered, and
 * read in blocks of neighbours: a bet does not wait for a question of its own. Whether the account is open and
 * has the money the database decides with the debit.
 */
import { LRUCache } from 'lru-cache'
import { currencyById, type Ledger } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { BetRequest } from '../contract.ts'
import type { BetAccount } from './bet-request.ts'

interface Known {
  playerId: number
  currencyId: number
  kind: number
}

const BLOCK = 256
const MAX_BLOCKS = 4_000
const MONEY = 0
const MAX_ID = 2 ** 31 - 1

export function createAccountFinder(
  db: Db,
  ledger: Ledger,
): (playerId: number, body: Pick<BetRequest, 'UserId' | 'UserIdBonus'>) => Promise<BetAccount | Problem> | BetAccount | Problem {
  const blocks = new LRUCache<number, { known: Map<number, Known> | null; read: Promise<Map<number, Known>> }>({ max: MAX_BLOCKS })

  function readBlock(number: number): Promise<Map<number, Known>> {
    const read = db
      .selectFrom('account')
      .select(['id', 'player_id', 'currency_id', 'kind'])
      .where('id', '>=', number * BLOCK)
      // The block after the last one begins beyond what an id can be.
      .where('id', '<=', (number + 1) * BLOCK - 1)
      .execute()
      .then((rows) => {
        const known = new Map(rows.map((row) => [row.id, { playerId: row.player_id, currencyId: row.currency_id, kind: row.kind }]))
        blocks.set(number, { known, read })
        return known
      })
    blocks.set(number, { known: null, read })
    read.catch(() => blocks.delete(number))
    return read
  }

  /** An account of his own first: a number that names the player as well may be one (wire 8.3). */
  function checked(playerId: number, accountId: number, account: Known | undefined): Promise<BetAccount | Problem> | BetAccount | Problem {
    if (!account || account.playerId !== playerId)
      return accountId === playerId ? active(playerId) : problem('bets.other_account', { wire: 403, field: 'UserId' })
    if (account.kind !== MONEY) return problem('bets.bonus_account', { wire: 900_020, field: 'UserId' })
    return { id: accountId, playerId, currency: currencyById(account.currencyId) }
  }

  async function find(playerId: number, accountId: number): Promise<BetAccount | Problem> {
    const number = Math.floor(accountId / BLOCK)
    const account = (await (blocks.get(number)?.read ?? readBlock(number))).get(accountId)
    // It may have been opened since its block was read.
    return checked(playerId, accountId, account ?? (await readBlock(number)).get(accountId))
  }

  async function active(playerId: number): Promise<BetAccount | Problem> {
    const account = await ledger.activeAccount(playerId)
    if (!account) return problem('bets.other_account', { wire: 403, field: 'UserId' })
    if (account.kind !== MONEY) return problem('bets.bonus_account', { wire: 900_020, field: 'UserId' })
    return { id: account.id, playerId, currency: account.currency }
  }

  return (playerId, body) => {
    if (body.UserIdBonus !== 0) return problem('bets.bonus_account', { wire: 900_020, field: 'UserIdBonus' })
    if (body.UserId === 0) return active(playerId)
    if (body.UserId < 0 || body.UserId > MAX_ID) return problem('bets.other_account', { wire: 403, field: 'UserId' })
    const account = blocks.get(Math.floor(body.UserId / BLOCK))?.known?.get(body.UserId)
    return account ? checked(playerId, body.UserId, account) : find(playerId, body.UserId)
  }
}
