/** What `./polosa verify` says of exclusions: nothing of sound rows, and the name of what was changed. Limits: protection.test.ts. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import type { ExclusionPeriod } from '../rules/exclusion.ts'
import { askToReopen, excludePlayer } from './exclude.ts'
import { verifyLimits } from './verify-limits.ts'

const { db } = await testDatabase(10)
// What stands is asked of the database's own time: the players begin long before, and the last of them are of now.
const { rows: times } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db)
const site = await accountSite({ db, startMs: times[0]!.now.getTime() - 400 * DAY })
const { clock, protection, limits } = site
const deps = { db, clock, limits }
/** By what became of them. */
const players: Record<string, number> = {}

async function player(name: string): Promise<number> {
  return (players[name] = (await new Visitor(site).oneClick('EUR')).userId)
}
async function away(name: string, period: ExclusionPeriod): Promise<number> {
  const playerId = players[name] ?? (await player(name))
  await excludePlayer(deps, { playerId, period, reasonId: 0, comment: '' })
  return playerId
}
const flag = async (playerId: number, kind: 'staff' | 'athlete') =>
  expect(
    await protection.flags.set({ playerId, flag: kind, officer: null, sports: kind === 'athlete' ? [1] : [], note: '', setBy: 'anna' }),
  ).toBeNull()

beforeAll(async () => {
  await away('over', '7d')
  await away('back', '6m')
  await away('notAsked', '6m')
  await away('always', 'always')
  await flag(await away('unflagged', '24h'), 'staff')
  await flag(await player('staff'), 'staff')
  await flag(await player('athlete'), 'athlete')
  clock.advance(200 * DAY)
  expect(typeof (await askToReopen(deps, players['back']!))).toBe('number')
  // Its block went with the flag: the break was over by then.
  await protection.flags.end({ playerId: players['unflagged']!, flag: 'staff', endedBy: 'anna' })
  clock.advance(200 * DAY)
  await away('break', '24h')
  await away('break', '3d')
  await away('year', '1y')
  await flag(await away('both', '7d'), 'staff')
  await protection.flags.end({ playerId: players['both']!, flag: 'staff', endedBy: 'anna' })
})

test('sound rows are sound', async () => {
  expect(brokenOf(await verifyLimits(db))).toEqual([])
  const blocked = await db.selectFrom('betting_block').select('player_id').execute()
  expect(blocked.some(({ player_id: id }) => id === players['unflagged'])).toBe(false)
})

test.each(['notAsked', 'always', 'staff', 'break', 'year', 'both'])('a block that is gone, or ends early, is named: %s', async (name) => {
  for (const change of [
    'DELETE FROM betting_block',
    'UPDATE betting_block SET until = now()',
    `UPDATE betting_block SET until = now() + interval '47 hours'`,
  ])
    expect(await plantedIn(db, 'betting_block', `${change} WHERE player_id = ${players[name]}`, verifyLimits)).toEqual([
      expect.stringMatching(/^exclusions: bets are closed/),
    ])
})

test.each(['over', 'back', 'athlete'])('whose exclusion is over needs no block: %s', async (name) =>
  expect(await plantedIn(db, 'betting_block', `DELETE FROM betting_block WHERE player_id = ${players[name]}`, verifyLimits)).toEqual([]),
)

test('an exclusion that is gone is named', async () =>
  expect(
    await plantedIn(db, 'protection_exclusion', `DELETE FROM protection_exclusion WHERE player_id = ${players['year']}`, verifyLimits),
  ).toEqual([expect.stringMatching(/^exclusions: each that was written down/)]))
