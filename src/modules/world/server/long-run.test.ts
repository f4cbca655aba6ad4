import { describe, expect, it } from 'vitest'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { worldCatalogue } from '../rules/catalogue.ts'
import { outrightChampionships, Outrights } from '../rules/outrights.ts'
import { fixtureOf, modelOfFixture, worldGame } from '../rules/calendar.ts'
import { timelineOf } from '../rules/engines.ts'
import { fateOf, type Mishaps } from '../rules/fate.ts'
import { NO_MISHAPS } from '../../../../test/support/no-mishaps.ts'
import { roundsOf, seasonFixtures } from '../rules/schedule.ts'
import { finalOrder, matchesOf, playingSpans } from '../rules/seasons.ts'
import { checkFact } from '#modules/feeds/server/fact-schema.ts'
import { createWorld } from './create-world.ts'
import { makeFact } from './facts.ts'
import { LongRun } from './long-run.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SEED = 'long'
const catalogue = worldCatalogue(SEED)
const byKey = new Map([...catalogue, ...outrightChampionships(catalogue)].map((c) => [c.key, c]))
const outrights = new Outrights(SEED, byKey, NO_MISHAPS)
const DRAWS = { seed: SEED, mishaps: NO_MISHAPS }
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

  it('opens with a price, is believed anew every week and when matches are over, waits while they are played, closes before the last round and is answered at the end', () => {
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
    const spans = playingSpans(DRAWS, byKey.get('by.by1')!, 2026)
    const turns = spans.flatMap(({ from, to }) => [from, to]).filter((moment) => moment < one.closesAt)
    expect(turns.length).toBeGreaterThan(100)
    expect(turns.filter((moment) => !said.has(moment))).toEqual([])
    expect(models.length).toBe(new Set([...weeks, ...turns]).size)
    for (const { from, to } of spans.filter((span) => span.to < one.closesAt)) {
      const waits = (moment: number) => one.extraAt(moment)['waits']
      expect([waits(from - 1), waits(from), waits(to - 1), waits(to)]).toEqual([undefined, 1, 1, undefined])
      // Nothing of the matches is known before all of them are over.
      expect({ ...one.extraAt(to - 1), waits: 0 }).toEqual({ ...one.extraAt(from - 1), waits: 0 })
    }
  })

  it('knows a moved match when it is over, and counts none that was cancelled', () => {
    const mishaps = { worldMishaps: true, moved: 0.2, cancelled: 0.1 }
    const league = byKey.get('by.by1')!
    const draws = { seed: SEED, mishaps }
    const planned = seasonFixtures(SEED, league, 2026, 0, roundsOf(league, 2026))
    const fates = new Map(planned.map((fixture) => [fixture.ref, fateOf(SEED, fixture, mishaps)]))
    const played = matchesOf(draws, league, 2026)
    expect(new Set(played.map(({ ref }) => ref))).toEqual(
      new Set([...fates].flatMap(([ref, { kind }]) => (kind === 'cancelled' ? [] : [ref]))),
    )
    expect(played.map(({ ref, at: start }) => fates.get(ref)!.startsAt - start).every((off) => off === 0)).toBe(true)
    expect([...fates.values()].filter(({ kind }) => kind === 'moved').length).toBeGreaterThan(20)
    const points = league.competitors.map(() => 0)
    for (const { home, away, score } of played) {
      const margin = Math.sign(score[0] - score[1])
      points[home]! += [0, 1, 3][margin + 1]!
      points[away]! += [3, 1, 0][margin + 1]!
    }
    const inOrder = finalOrder(draws, league, 2026).map((side) => points[side]!)
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a))
    const moved = new Outrights(SEED, byKey, mishaps).get(one.ref)!
    expect(moved.endsAt).toBe(playingSpans(draws, league, 2026).at(-1)!.to)
  })

  it('counts no match that is broken off, as no table does', () => {
    const league = byKey.get('gb-eng.1-premierleague')!
    const ref = 'g:gb-eng.1-premierleague:2026:35:1'
    const fixture = fixtureOf(SEED, byKey, ref)!
    expect(timelineOf(SEED, worldGame(SEED, fixture, modelOfFixture(SEED, fixture), true), false).ending).toBe('abandoned')
    const among = (mishaps: Mishaps) => matchesOf({ seed: SEED, mishaps }, league, 2026).some((match) => match.ref === ref)
    expect([among(NO_MISHAPS), among({ ...NO_MISHAPS, worldMishaps: true })]).toEqual([true, false])
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

  it('that a person has ended falls silent alone: the rest of the world goes on', () => {
    // Inside an hour: at a whole one new games come to the front of the queue.
    const run = new LongRun(one)
    while (run.nextAt % HOUR < HOUR / 6 || run.nextAt % HOUR > HOUR / 2) run.take()
    const due = run.nextAt
    const end = makeFact({ t: 'game', game: { ...run.entity(due), status: 'cancelled' }, reason: 'cancelled' }, due, due)
    const [whole, acted] = [[], [end]].map((acts) => {
      const world = createWorld({ seed: SEED, clock: at(due - HOUR / 60), settings: SETTINGS })
      world.begin(due - HOUR / 60, false)
      world.advance(due)
      world.act(acts)
      return world.advance(due + HOUR / 6)
    })
    const own = new Set(about(whole!, one.ref))
    expect([own.size > 0, about(acted!, one.ref)]).toEqual([true, []])
    expect(acted!.map(({ key }) => key)).toEqual(whole!.filter((fact) => !own.has(fact)).map(({ key }) => key))
  }, 120_000)

  it('is given by its ref', async () => {
    const world = createWorld({ seed: SEED, clock: at(one.opensAt + DAY) })
    expect(await world.fetchGame(one.ref)).toMatchObject({ type: 'outright', status: 'scheduled', about: { title: { en: 'Winner 2026' } } })
  })
})
