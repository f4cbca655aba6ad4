/** Rounds in which one player fails. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { DatabaseAway } from '#platform/server/db-watch.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { eachPlayer } from './each-player.ts'
import { noticePlay } from './notice-play.ts'
import { countSessionTime } from './session-time.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const { clock, limits, ledger } = site
const errors: { playerId: number }[] = []
const log = { error: (details: { playerId: number }) => void errors.push(details) } as never
const players = [(await new Visitor(site).oneClick('EUR')).userId, (await new Visitor(site).oneClick('EUR')).userId] as [number, number]
const [bad, good] = players
beforeEach(() => void (errors.length = 0))

test('the others have their turn; a database that is away ends the round', async () => {
  const done: number[] = []
  const round = { idOf: (player: number) => player, log, failed: 'planted' }
  await eachPlayer([1, 2, 3], round, async (player) => {
    if (player === 2) throw new Error('planted')
    done.push(player)
  })
  expect([done, errors.map(({ playerId }) => playerId)]).toEqual([[1, 3], [2]])
  const away = eachPlayer([1, 2], round, () => Promise.reject(new DatabaseAway()))
  await expect(away).rejects.toThrow(DatabaseAway)
  expect(errors).toHaveLength(1)
})

test('time at play is counted for the others', async () => {
  for (const player of players)
    await sql`INSERT INTO protection_limit (player_id, kind, period, amount, currency_id, starts_at)
      VALUES (${player}, 'session', 'day', 600, 0, ${new Date(clock.now())})`.execute(db)
  await sql`ALTER TABLE protection_time ADD CONSTRAINT planted CHECK (player_id <> ${sql.lit(bad)})`.execute(db)
  await countSessionTime({ db, clock, limits, sessions: site.auth.deps.sessions, onChanged: () => {}, log })
  const counted = await db.selectFrom('protection_time').select('player_id').execute()
  expect([counted, errors.map(({ playerId }) => playerId)]).toEqual([[{ player_id: good }], [bad]])
})

test('the play of the others is looked at', async () => {
  const looked: number[] = []
  const balance: typeof ledger.balance = async (...given) => {
    if (given[0] === bad) throw new Error('planted')
    looked.push(given[0])
    return ledger.balance(...given)
  }
  await noticePlay({ db, clock, ledger: { balance }, zoneOf: () => undefined, log })
  expect([looked, errors.map(({ playerId }) => playerId)]).toEqual([[good], [bad]])
})
