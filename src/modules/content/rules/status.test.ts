import { describe, expect, test } from 'vitest'
import { announcedWorks, comingWorks, serviceStates } from './status.ts'

const states = (health: Parameters<typeof serviceStates>[0]) =>
  Object.fromEntries(serviceStates(health).map(({ service, state }) => [service, state]))

describe('what works for a player', () => {
  const WELL = { ready: true, databaseAway: false, feedLagMs: 900, loadStage: 0 }
  test.each([
    [WELL, 'ok', 'ok', 'ok', 'ok'],
    [{ ...WELL, feedLagMs: 5_000 }, 'ok', 'slow', 'slow', 'ok'],
    [{ ...WELL, feedLagMs: 10_001 }, 'ok', 'down', 'slow', 'ok'],
    [{ ...WELL, feedLagMs: 60_000 }, 'ok', 'down', 'slow', 'ok'],
    [{ ...WELL, feedLagMs: 60_001 }, 'down', 'down', 'down', 'ok'],
    [{ ...WELL, databaseAway: true }, 'ok', 'ok', 'down', 'down'],
    [{ ...WELL, ready: false }, 'down', 'down', 'down', 'ok'],
  ])('%j: line %s, live %s, bets %s, payments %s', (health, line, live, bets, payments) => {
    expect(states(health)).toEqual({ line, live, bets, payments, account: payments, extras: 'ok' })
  })
  test.each([
    [1, 'slow'],
    [3, 'down'],
  ])('extras at stage %d of load: %s, all else untouched', (loadStage, extras) => {
    expect(states({ ...WELL, loadStage })).toEqual({ ...states(WELL), extras })
  })
})

describe('announced works', () => {
  const at = Date.parse('2026-11-22T00:00:00Z')
  const works = [
    { from: '2026-11-24T02:00:00Z', to: '2026-11-24T03:00:00Z', services: ['bets'] },
    { from: '2026-11-22T20:00:00Z', to: '2026-11-22T21:00:00Z', services: ['payments'] },
    { from: '2026-11-20T02:00:00Z', to: '2026-11-20T03:00:00Z', services: ['line'] },
    { from: '2026-11-23T02:00:00Z', to: '2026-11-23T01:00:00Z', services: ['live'] },
  ]
  test('those that are over or end before they begin are left out, the rest stands in order', () => {
    expect(comingWorks(works, at).map(({ services }) => services)).toEqual([['payments'], ['bets']])
  })
  test('the site tells of the next day only', () => {
    expect(announcedWorks(works, at)?.services).toEqual(['payments'])
    expect(announcedWorks(works, Date.parse('2026-11-22T22:00:00Z'))).toBeNull()
    expect(announcedWorks(works, Date.parse('2026-11-24T02:30:00Z'))?.services).toEqual(['bets'])
  })
})
