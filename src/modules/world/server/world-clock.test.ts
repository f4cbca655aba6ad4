/** A world that was made faster is not told once more after a restart (results that are paid would be taken back). */
import { expect, it } from 'vitest'
import { rawPool } from '#platform/server/db.ts'
import type { Fact, Ref } from '#modules/feeds/rules/fact.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createWorld } from './create-world.ts'
import { paceStore } from './pace-store.ts'
import { type PaceStore, WorldClock } from './world-clock.ts'

const SATURDAY = Date.UTC(2026, 10, 21, 15)
const { db } = await testDatabase()
const store = paceStore(rawPool(db), 'world')

interface Play {
  clock: { now: number }
  pace: PaceStore | undefined
  speed: number
  ticks: number
  tickMs: number
}

/** Plays so many ticks of the product's clock, then is killed; answers what it told. */
async function play({ clock, pace, speed, ticks, tickMs }: Play): Promise<Fact[]> {
  const world = createWorld({
    seed: 'pace',
    clock: { now: () => clock.now },
    settings: { tickMs: 1, longTerm: false, aheadDays: 1, aheadDaysOther: 1 },
    ...(pace ? { pace } : {}),
  })
  const told: Fact[] = []
  let left = ticks
  let begun = false
  await world.start(null, async (facts) => {
    told.push(...facts)
    if (begun && left === 0) return world.stop()
    if (facts.length > 0 && begun) return
    if (!begun) world.setSpeed(speed)
    begun = true
    left -= 1
    clock.now += tickMs
  })
  return told
}

const OVER: ReadonlySet<string> = new Set(['ended', 'closed'])

/** The house's view: of two heads of a game the younger one counts. */
class House {
  private readonly heads = new Map<Ref, { status: string; sentAt: number }>()
  /** Games that had ended and went on. */
  readonly broughtBack = new Set<Ref>()

  hear(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.t !== 'game') continue
      const { ref, status } = fact.game
      const was = this.heads.get(ref)
      if (was && fact.sentAt < was.sentAt) continue
      if (was && OVER.has(was.status) && !OVER.has(status)) this.broughtBack.add(ref)
      this.heads.set(ref, { status, sentAt: fact.sentAt })
    }
  }

  countOver(): number {
    return [...this.heads.values()].filter(({ status }) => OVER.has(status)).length
  }
}

async function broughtBack(pace: PaceStore | undefined): Promise<number> {
  const clock = { now: SATURDAY }
  const house = new House()
  house.hear(await play({ clock, pace, speed: 60, ticks: 40, tickMs: 1000 }))
  expect(house.countOver()).toBeGreaterThan(10)
  house.hear(await play({ clock, pace, speed: 1, ticks: 120, tickMs: 10_000 }))
  return house.broughtBack.size
}

it('a restart brings no game back that has ended; without what is kept it would', async () => {
  expect(await broughtBack(store)).toBe(0)
  expect(await broughtBack(undefined)).toBeGreaterThan(0)
}, 120_000)

it('what is kept is always as far as what may be told, for one write in seconds', async () => {
  let now = SATURDAY
  let writes = 0
  const clock = { now: () => now }
  let kept: Awaited<ReturnType<PaceStore['load']>> = null
  const counted: PaceStore = {
    load: async () => kept,
    keep: async (pace) => {
      kept = pace
      writes += 1
    },
  }
  const time = new WorldClock(clock, counted)
  await time.start()
  const restarted = async (): Promise<number> => {
    const other = new WorldClock(clock, counted)
    await other.start()
    return other.now()
  }
  for (const [speed, seconds] of [
    [1, 60],
    [60, 60],
    [1, 60],
    [1000, 10],
    [1, 30],
  ] as const) {
    time.setSpeed(speed)
    const before = writes
    for (let tick = 0; tick < seconds * 4; tick += 1, now += 250) {
      await time.reach(time.now())
      expect(await restarted()).toBeGreaterThanOrEqual(time.now())
    }
    expect(writes - before).toBeLessThanOrEqual(speed === 1 ? 0 : seconds)
  }
})
