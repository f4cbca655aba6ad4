/** A replay that was made faster goes on after a restart from where it was: what had been played is not sold again. */
import { afterEach, describe, expect, it } from 'vitest'
import { findDataPack } from '#platform/server/env.ts'
import { MINUTE } from '#lib/time.ts'
import type { Fact, Game } from '#modules/feeds/rules/fact.ts'
import type { PaceStore } from '#modules/world/server/index.ts'
import { createReplay, type Replay } from './replay.ts'

const pack = findDataPack(process.env['POLOSA_DATA'])
if (pack === null && process.env['POLOSA_DATA_REQUIRED'] === '1') throw new Error('POLOSA_DATA_REQUIRED: the data pack is absent')
const START = Date.UTC(2026, 10, 21, 10)
const OVER: ReadonlySet<string> = new Set(['ended', 'closed'])
const running: Replay[] = []
afterEach(async () => {
  for (const replay of running.splice(0)) await replay.stop()
})

function memory(): PaceStore {
  let kept: Awaited<ReturnType<PaceStore['load']>> = null
  return {
    load: async () => kept,
    keep: async (pace) => void (kept = pace),
  }
}

/** Starts at the product's time, plays so many minutes of it in steps, is stopped; answers what it told. */
async function play(clock: { now: number }, given: { pace?: PaceStore; speed: number; minutes: number }): Promise<Fact[]> {
  const { pace, speed, minutes } = given
  const replay = createReplay({
    dataDir: pack,
    clock: { now: () => clock.now },
    settings: { live: 1, calendar: false, tickMs: 1 },
    ...(pace ? { pace } : {}),
  })
  running.push(replay)
  const told: Fact[] = []
  let turns = 0
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let isBegun = false
  void replay.start(null, async (facts) => {
    told.push(...facts)
    if (isBegun) turns += 1
    // It has told all that stands at its start.
    else if (facts.length === 0) begin()
  })
  await begun
  isBegun = true
  replay.setSpeed!(speed)
  const turn = async () => {
    const before = turns
    while (turns < before + 2) await new Promise((done) => setTimeout(done, 2))
  }
  for (let minute = 0; minute < minutes; minute += 1) {
    await turn()
    clock.now += MINUTE
  }
  await turn()
  await replay.stop()
  expect(told.every((fact) => fact.sentAt <= clock.now)).toBe(true)
  return told
}

/** Games that had ended and were told anew as if they had not. */
function broughtBack(runs: readonly Fact[][]): Set<string> {
  const heads = new Map<string, { status: Game['status']; sentAt: number }>()
  const back = new Set<string>()
  for (const fact of runs.flat()) {
    if (fact.t !== 'game') continue
    const { ref, status } = fact.game
    const was = heads.get(ref)
    if (was && fact.sentAt < was.sentAt) continue
    if (was && OVER.has(was.status) && !OVER.has(status)) back.add(ref)
    heads.set(ref, { status, sentAt: fact.sentAt })
  }
  expect([...heads.values()].filter(({ status }) => OVER.has(status)).length).toBeGreaterThan(10)
  return back
}

describe.skipIf(pack === null)('with the pack', () => {
  it('a restart brings no game back that was played', async () => {
    const clock = { now: START }
    const pace = memory()
    const first = await play(clock, { pace, speed: 60, minutes: 10 })
    const second = await play(clock, { pace, speed: 1, minutes: 2 })
    const ahead = (facts: readonly Fact[]) =>
      facts.flatMap((fact) => (fact.t === 'game' && fact.game.status === 'live' ? [fact.game.startsAt] : []))
    // Ten hours of games were played in ten minutes.
    expect(Math.max(...ahead(first))).toBeGreaterThan(clock.now + 5 * 60 * MINUTE)
    expect(Math.max(...ahead(second))).toBeGreaterThan(clock.now + 5 * 60 * MINUTE)
    expect(broughtBack([first, second])).toEqual(new Set())
  }, 120_000)
})
