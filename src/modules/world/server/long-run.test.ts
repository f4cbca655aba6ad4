import { describe, expect, it } from 'vitest'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { worldCatalogue } from '../rules/catalogue.ts'
import { outrightChampionships, Outrights } from '../rules/outrights.ts'
import { tableMoments } from '../rules/seasons.ts'
import { checkFact } from '#modules/feeds/server/fact-schema.ts'
import { createWorld } from './create-world.ts'
import { LongRun } from './long-run.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SEED = 'long'
const catalogue = worldCatalogue(SEED)
const byKey = new Map([...catalogue, ...outrightChampionships(catalogue)].map((c) => [c.key, c]))
const outrights = new Outrights(SEED, byKey)
const at = (now: number) => ({ now: () => now })
const SETTINGS = { aheadDays: 1, aheadDaysOther: 1, worldMishaps: false }

function about(facts: readonly Fact[], ref: string): Fact[] {
  return facts.filter(
    (fact) =>
      (fact.t === 'game' && fact.game.ref === ref) ||
      (fact.t === 'live' && fact.state.game === ref) ||
      ('game' in fact && fact.game === ref),
  )
}

describe('a long-term bet', () => {
  const one = outrights.get('o:by.by1:2026:winner')!

  it('opens with a price, is believed anew every week and when a match is over, closes before the last round and is answered at the end', () => {
    const run = new LongRun(one)
    const steps: { at: number; what: string[] }[] = []
    while (run.nextAt < Infinity) {
      const moment = run.nextAt
      steps.push({ at: moment, what: run.take().map((body) => body.t) })
    }
    expect(steps[0]).toEqual({ at: one.opensAt, what: ['game', 'model'] })
    expect(steps.at(-1)).toEqual({ at: one.endsAt, what: ['game', 'live', 'game'] })
    expect(steps.at(-2)).toEqual({ at: one.closesAt, what: ['bet.stop'] })
    const models = steps.filter(({ what }) => what[0] === 'model')
    const weeks = Array.from({ length: Math.ceil((one.closesAt - one.opensAt) / (7 * DAY)) - 1 }, (_, n) => one.opensAt + (n + 1) * 7 * DAY)
    const said = new Set(models.map((step) => step.at))
    expect(weeks.filter((moment) => !said.has(moment))).toEqual([])
    const ends = tableMoments(SEED, byKey.get('by.by1')!, 2026).filter((moment) => moment < one.closesAt)
    expect(ends.length).toBeGreaterThan(50)
    expect(ends.filter((moment) => !said.has(moment))).toEqual([])
    expect(models.length).toBe(new Set([...weeks, ...ends]).size)
  })

  it('tells somebody who comes later what the steps have said', () => {
    const now = one.opensAt + 40 * DAY
    const stepped = new LongRun(one)
    let last: unknown
    while (stepped.nextAt < now) last = stepped.take().at(-1)
    const told = new LongRun(one)
    expect(told.catchUp(now).at(-1)!.body).toEqual(last)
    expect(told.nextAt).toBe(stepped.nextAt)
    expect(new LongRun(one).catchUp(one.endsAt + 1)).toEqual([])
    expect(new LongRun(one).catchUp(one.endsAt + 1, true).at(-1)!.body).toMatchObject({ t: 'game', game: { status: 'ended' } })
  })

  it('says what the edge lets in, with a place for every side at the end', () => {
    const world = createWorld({ seed: SEED, clock: at(one.endsAt - HOUR / 2), settings: SETTINGS })
    const facts = [...world.begin(one.endsAt - HOUR / 2, true), ...world.advance(one.endsAt + HOUR / 2)]
    const own = about(facts, one.ref)
    expect(own.flatMap((fact) => ('wrong' in checkFact(fact) ? [checkFact(fact)] : []))).toEqual([])
    const end = own.find((fact) => fact.t === 'live')!
    if (end.t !== 'live') throw new Error('no answer')
    const places = Object.values(end.state.stats).map(([place]) => place)
    expect(places.toSorted((a, b) => a - b)).toEqual(one.sides.map((_, i) => i + 1))
    expect(own.filter((fact) => fact.t === 'game').map((fact) => fact.t === 'game' && fact.game.status)).toEqual([
      'scheduled',
      'live',
      'ended',
    ])
  }, 120_000)

  it('is the same whatever the length of the steps, over the hour that answers a question', () => {
    const ref = 'o:snow:2026'
    const from = outrights.get(ref)!.endsAt - HOUR / 4
    const run = (tick: number): [string, number][] => {
      const world = createWorld({ seed: SEED, clock: at(from), settings: SETTINGS })
      world.begin(from, false)
      const facts: Fact[] = []
      for (let now = from + tick; now <= from + HOUR / 2; now += tick) facts.push(...world.advance(now))
      return about(facts, ref).map(({ key, sentAt }) => [key, sentAt])
    }
    const whole = run(HOUR / 2)
    expect(whole).toHaveLength(3)
    expect(run(HOUR / 10)).toEqual(whole)
  }, 120_000)

  it('is given by its ref', async () => {
    const world = createWorld({ seed: SEED, clock: at(one.opensAt + DAY) })
    expect(await world.fetchGame(one.ref)).toMatchObject({ type: 'outright', status: 'scheduled', about: { title: { en: 'Winner 2026' } } })
  })
})
