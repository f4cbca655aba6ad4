/** A stop holds until the game tells what came of what was feared, and not for less. */
import { describe, expect, it } from 'vitest'
import { dangersLeft, type Danger } from '#modules/feeds/rules/danger.ts'
import type { Incident, StopReason } from '#modules/feeds/rules/fact.ts'
import { timelineOf } from '#modules/world/rules/engines.ts'
import { incidentOf } from '#modules/world/rules/state.ts'

const AWARD: Incident = { game: 'g', seq: 11, clockSec: 0, type: 'penalty_awarded', side: 'home' }
const incident = (type: string, more: Partial<Incident> = {}): Incident => ({ game: 'g', seq: 12, clockSec: 0, type, ...more })
const left = (reasons: StopReason[], incidents: Incident[]) =>
  dangersLeft(
    reasons.map((reason) => ({ reason, after: 10 })),
    incidents,
  ).map(({ reason }) => reason)

describe('what ends a danger', () => {
  it.each<[string, StopReason[], Incident[], StopReason[]]>([
    ['a goal', ['goal'], [incident('goal')], []],
    ['what was there before it does not', ['goal'], [incident('goal', { seq: 9 })], ['goal']],
    ['a corner does not', ['goal'], [incident('corner')], ['goal']],
    ['a false alarm of its kind', ['goal', 'penalty'], [incident('danger_over', { detail: { reason: 'goal' } })], ['penalty']],
    ['a false alarm is one of two', ['goal', 'goal'], [incident('danger_over', { detail: { reason: 'goal' } })], ['goal']],
    ['a false alarm of no kind', ['goal', 'red_card'], [incident('danger_over')], []],
    ['the kick: scored', ['penalty', 'penalty', 'goal'], [AWARD, incident('goal')], []],
    ['the kick: missed', ['penalty', 'penalty'], [AWARD, incident('penalty_missed')], []],
    ['the award taken back', ['penalty'], [AWARD, incident('retract', { retracts: 11 })], []],
    [
      'another thing taken back does not',
      ['penalty'],
      [AWARD, incident('retract', { retracts: 4, detail: { type: 'corner' } })],
      ['penalty'],
    ],
    ['a false alarm does not end an award', ['penalty'], [AWARD, incident('danger_over')], ['penalty']],
    ['a false alarm of a penalty neither', ['penalty'], [AWARD, incident('danger_over', { detail: { reason: 'penalty' } })], ['penalty']],
    ['a card does not end an award', ['penalty', 'red_card'], [AWARD, incident('red_card')], ['penalty']],
    ['the end of the half', ['penalty', 'goal', 'review'], [AWARD, incident('period_end')], []],
    ['a review: the goal is taken back', ['review'], [incident('retract', { retracts: 4, detail: { type: 'goal' } })], []],
    ['a review is not about a corner', ['review'], [incident('retract', { retracts: 4, detail: { type: 'corner' } })], ['review']],
    ['others end with anything', ['other'], [incident('safety_car')], []],
  ])('%s', (_name, reasons, incidents, expected) => {
    expect(left(reasons, incidents)).toEqual(expected)
  })

  it('one false alarm is the end of one danger, however often it is looked at', () => {
    const over = [incident('danger_over', { detail: { reason: 'goal' } })]
    const once = dangersLeft(
      [1, 2].map(() => ({ reason: 'goal', after: 10 })),
      over,
    )
    expect(dangersLeft(once, over)).toHaveLength(1)
  })
})

it('the world: between the award of a penalty and its kick the game is never open, and after each false alarm it is', () => {
  let awards = 0
  let opened = 0
  for (let n = 0; n < 150; n++) {
    const model = { supremacy: 0.4, total: 2.7, rho: -0.05, extra: {} }
    const game = { ref: `stops${n}`, sportId: 1, engine: 'goals', variant: 'football', model, sides: 2, format: {}, mishaps: true } as const
    const { items } = timelineOf('stops', game)
    const told: Incident[] = []
    let dangers: Danger[] = []
    let kick: number | undefined
    for (const item of items) {
      if (item.kind === 'stop') dangers.push({ reason: item.reason!, after: told.at(-1)?.seq ?? 0 })
      if (item.kind !== 'incident') continue
      told.push(incidentOf(game.ref, item))
      dangers = dangersLeft(dangers, told)
      if (item.type === 'penalty_awarded') {
        awards++
        kick = items.find((one) => one.at > item.at && (one.type === 'penalty_missed' || one.detail?.['how'] === 'penalty'))!.at
      }
      if (
        kick !== undefined &&
        item.at < kick &&
        !items.some((one) => one.type === 'goal' && one.at <= item.at && one.at > kick! - 110_000)
      ) {
        expect(dangers, `${game.ref} at ${item.at}`).not.toEqual([])
      }
      if (item.type === 'danger_over' && dangers.length === 0) opened++
    }
    expect(dangers.filter(({ reason }) => reason !== 'match_ended')).toEqual([])
  }
  expect(awards).toBeGreaterThan(30)
  expect(opened).toBeGreaterThan(300)
})
