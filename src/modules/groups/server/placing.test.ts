/** Placing the bets of a group: who is left out of it, and what it locks in which order. */
import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { MAX_BETS_PER_OUTCOME } from '#modules/bets/server/recent-bets.ts'
import { testSite } from '#modules/bets/server/test-site.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { groupsSite, PRICE } from './test-groups.ts'

const { db } = await testDatabase(24)
const site = await testSite(db, polosa.config)
const { line } = site
const { begin, my, accounts, event, newKey, place, balance, betsOf, booksAreRight, three } = groupsSite(site)
beforeEach(begin)

const limitsAre = (more: Partial<typeof site.config.betting.limits>) => {
  const { limits } = site.config.betting
  site.config.betting.limits = { ...limits, ...more }
  onTestFinished(() => void (site.config.betting.limits = limits))
}
/** The books are not right until it is over. */
async function plantPool(key: string, cents: bigint): Promise<void> {
  await sql`INSERT INTO liability_pool (key, used_cents) VALUES (${key}, ${cents})`.execute(db)
  onTestFinished(async () => {
    await sql`UPDATE liability_pool SET used_cents = used_cents - ${cents} WHERE key = ${key}`.execute(db)
    await booksAreRight()
  })
}
const alone = (who: number, Summ: number, gameId = my.game) =>
  site.makeBet(who, { Events: [event(gameId)], Vid: 0, Summ, UserId: accounts.get(who), betGUID: newKey(), ApprovedBet: true })
const states = async (id: number) => (await place(id)).data.members.map(({ state }) => state)
const counts = () => Promise.all([my.anna, my.boris, my.vera].map(async (who) => (await betsOf(who)).length))

const OWN_LIMITS: Record<string, () => Promise<void>> = {
  'less trust than the others': () =>
    inTx(db, (tx) => site.limits.setTrust(tx, { playerId: my.boris, factorMilli: 1, actor: 'desk', reason: 'test' })),
  'open bets that fill what he may win': async () => {
    limitsAre({ playerEur: '40' })
    line.addGame(my.game + 1, { startsAt: site.clock.now() + 3_600_000 })
    line.addOutcome(my.game + 1, 1, PRICE)
    expect((await alone(my.boris, 20, my.game + 1)).Success).toBe(true)
  },
  'as many bets on the outcome as one may have': async () => {
    for (let i = 0; i < MAX_BETS_PER_OUTCOME; i += 1) expect((await alone(my.boris, 1)).ErrorCode).toBe(0)
  },
}

it.each(Object.keys(OWN_LIMITS))('a member with %s is left out, and the others are placed', async (name) => {
  const made = await three()
  await OWN_LIMITS[name]!()
  const before = [await balance(my.boris), (await betsOf(my.boris)).length] as const
  expect(await states(made.group_id)).toEqual([1, 2, 1])
  expect([await balance(my.boris), (await betsOf(my.boris)).length]).toEqual([before[0] + 3_000n, before[1]])
  await booksAreRight()
})

it('what fills a limit of his own elsewhere, which only the database knows, leaves him out too', async () => {
  limitsAre({ playerEur: '40' })
  const made = await three()
  await plantPool(`p:${my.boris}`, 3_000n)
  expect(await states(made.group_id)).toEqual([1, 2, 1])
})

it('a limit of the house that only the database knows to be full refuses all', async () => {
  limitsAre({ liabilityEur: '40' })
  const made = await three()
  await plantPool(`o:${line.findGame(my.game)!.ci}:1:0:0`, 60_000n)
  expect((await place(made.group_id)).error_code).toBe(109)
  expect(await counts()).toEqual([0, 0, 0])
})

it('takes all accounts before the pools: a bet that a member places meanwhile waits for nobody, and in no ring', async () => {
  limitsAre({ brandEur: '100000' })
  const made = await three()
  const boris = await db.selectFrom('bet_group_member').select('id').where('player_id', '=', my.boris).executeTakeFirstOrThrow()
  const holder = await rawPool(db).connect()
  try {
    await holder.query('BEGIN')
    // His stake cannot go back yet, and that of Anna has: her bet is not to hold what his wants.
    await holder.query(`INSERT INTO ledger_posting (kind, key, tx_id, body_hash, at) VALUES (32, $1, 0, gen_random_uuid(), now())`, [
      `group:${boris.id}`,
    ])
    const placed = place(made.group_id)
    await expect.poll(() => lockWaits(db)).toBe(1)
    expect((await alone(my.boris, 5)).ErrorCode).toBe(0)
    await holder.query('ROLLBACK')
    expect((await placed).data.status).toBe(1)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  expect(await counts()).toEqual([1, 2, 1])
  await booksAreRight()
})

it('a tax on stakes is that of each member', async () => {
  const made = await three()
  const { config } = site
  config.taxes = [{ rule: 'test', country: 'DE', validFrom: 0, returnsStakeTax: true, stake: { mode: 'excluded', rate: '0.10' } }]
  onTestFinished(() => void (config.taxes = []))
  expect(await states(made.group_id)).toEqual([1, 1, 1])
  const { rows } = await sql<{ stake: number; tax: number }>`
    SELECT b.stake_minor::integer AS stake, m.stake_tax_minor::integer AS tax FROM bet b JOIN bet_money m ON m.bet_id = b.id
    WHERE b.player_id BETWEEN ${my.anna} AND ${my.vera} ORDER BY b.player_id`.execute(db)
  expect(rows.map(({ stake, tax }) => [stake, tax])).toEqual([
    [2_000, 200],
    [3_000, 300],
    [1_001, 100],
  ])
  await booksAreRight()
})
