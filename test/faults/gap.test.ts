/** What a provider told while nobody heard it (feeds 4.4): nothing follows from what comes next until all of it is known. */
import { afterEach, expect, it } from 'vitest'
import { DAY, SECOND } from '#lib/time.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { isOver } from '#modules/feeds/rules/status.ts'
import { createWorld } from '#modules/world/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import type { House } from '../../tools/replay-house.ts'
import { testDatabase } from '../support/database.ts'
import { gameOf, openWorldHouse, playOn, until, WORLD } from './feed-houses.ts'

const { db } = await testDatabase()
let house: House | undefined
afterEach(() => house?.close())

it.each([
  ['too short to be noticed', Date.UTC(2026, 10, 21, 14), 0],
  ['noticed', Date.UTC(2026, 10, 21, 14) + DAY, 11_000],
])(
  'a gap %s takes no result back',
  async (_what, start, silentMs) => {
    const clock = manualClock(start)
    const passed = { ms: 0 }
    const world = createWorld({ seed: 'gap', clock, settings: WORLD })
    const heads = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.t === 'game' ? [fact.game] : []))
    const played = heads(world.begin(start, true)).filter(
      ({ status, sides, about }) => status === 'live' && sides.length === 2 && !about?.of,
    )
    const refs = new Set(played.slice(0, 60).map(({ ref }) => ref))
    const { feed } = (house = await openWorldHouse(db, 'gap', clock, refs, passed))
    await until('they are known', () => [...refs].every((ref) => gameOf(house!, ref)))
    const count = async (t: string): Promise<number> => {
      const sql = `SELECT count(*)::int AS n FROM fact WHERE t = $1 AND game_ref = ANY($2) AND received_at >= $3`
      return (await rawPool(db).query<{ n: number }>(sql, [t, [...refs], new Date(start)])).rows[0]!.n
    }
    await playOn(clock, 60)
    feed.faults.silent = true
    await playOn(clock, 240)
    passed.ms += silentMs
    if (silentMs > 0) await until('the silence is noticed', () => feed.producers()[0]!.state === 'delayed')
    feed.faults.silent = false
    await playOn(clock, 60)
    const ended = heads(world.advance(start + 300 * SECOND)).filter(({ ref, status }) => status === 'ended' && refs.has(ref))
    expect(ended.length).toBeGreaterThan(0)
    await until('their ends are known', () => ended.every(({ ref }) => isOver(gameOf(house!, ref)!.status)))
    expect(await count('settle.rollback')).toBe(0)
    expect(await count('settle')).toBeGreaterThan(0)
  },
  150_000,
)
