import { describe, expect, it, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { neighbourhoodOf } from '#lib/network.ts'
import { distanceKm, MANY_FAILURES, REMEMBERED_MS, riskSignals, type Place, type SignInSigns, type Visit } from './risk.ts'

const NOW = 1_000 * DAY
const visit = (change: Partial<Visit> = {}): Visit => ({
  device: 'home',
  ip: '203.0.113.7',
  lastActionAt: NOW - DAY,
  disowned: false,
  ...change,
})
const ALMATY = { country: 'KZ', point: { latitude: 43.24, longitude: 76.95 } }
const BERLIN = { country: 'DE', point: { latitude: 52.52, longitude: 13.4 } }
const BISHKEK = { country: 'KG', point: { latitude: 42.87, longitude: 74.59 } }
const places: Record<string, Place> = { '203.0.113.7': ALMATY, '198.51.100.9': BERLIN, '192.0.2.4': BISHKEK }
const noPoints = (ip: string): Place | null => (places[ip] ? { ...places[ip], point: null } : null)
const signals = (change: Partial<SignInSigns>) =>
  riskSignals({ device: 'home', ip: '203.0.113.7', now: NOW, failures: 0, visits: [visit()], placeOf: () => null, ...change })

describe('new device and new network', () => {
  test.each<[string, Partial<SignInSigns>, string[]]>([
    ['both known', {}, []],
    ['another address of the same network', { ip: '203.0.113.200' }, []],
    ['a known device in a new network', { ip: '198.51.100.9' }, []],
    ['a new device in a known network', { device: 'other' }, []],
    ['both new', { device: 'other', ip: '198.51.100.9' }, ['new_place']],
    ['nothing to differ from', { device: 'other', ip: '198.51.100.9', visits: [] }, []],
    ['known for too long ago', { visits: [visit({ lastActionAt: NOW - REMEMBERED_MS })] }, ['new_place']],
    ['almost too long ago', { visits: [visit({ lastActionAt: NOW - REMEMBERED_MS + 1 })] }, []],
    ['thrown out by the player', { visits: [visit({ disowned: true })] }, ['new_place']],
    ['thrown out in one place, kept in another', { visits: [visit({ disowned: true }), visit({ ip: '203.0.113.9' })] }, []],
    ['erased addresses are no network', { device: 'other', ip: '', visits: [visit({ ip: '' })] }, ['new_place']],
    ['a session from before there were marks', { device: 'other', visits: [visit({ device: null })] }, []],
  ])('%s', (_name, change, out) => expect(signals(change)).toEqual(out))
})

test.each([
  [0, []],
  [MANY_FAILURES - 1, []],
  [MANY_FAILURES, ['many_failures']],
])('%i wrong tries before', (failures, out) => expect(signals({ failures })).toEqual(out))

describe('impossible travel', () => {
  const placeOf = (ip: string) => places[ip] ?? null
  const after = (ms: number, ip: string, change: Partial<SignInSigns> = {}) =>
    signals({ ip, placeOf, visits: [visit({ lastActionAt: NOW - ms })], ...change })
  test.each<[string, string[], string[]]>([
    ['Almaty to Berlin in three hours', after(3 * HOUR, '198.51.100.9'), ['impossible_travel']],
    ['Almaty to Berlin in eight hours', after(8 * HOUR, '198.51.100.9'), []],
    ['over the border in a minute', after(MINUTE, '192.0.2.4'), []],
    ['a clock that went back', after(-HOUR, '198.51.100.9'), ['impossible_travel']],
    ['an unknown place', after(MINUTE, '10.0.0.1'), []],
    ['no file', after(MINUTE, '198.51.100.9', { placeOf: () => null }), []],
    ['countries only, in half an hour', after(30 * MINUTE, '198.51.100.9', { placeOf: noPoints }), ['impossible_travel']],
    ['countries only, in an hour', after(HOUR, '198.51.100.9', { placeOf: noPoints }), []],
    [
      'a way between two known networks',
      after(MINUTE, '198.51.100.9', { visits: [visit({ lastActionAt: NOW }), visit({ ip: '198.51.100.1' })] }),
      [],
    ],
    [
      'from the place of the last action, not of the last sign-in',
      signals({
        ip: '198.51.100.9',
        placeOf,
        visits: [visit({ lastActionAt: NOW - 20 * HOUR }), visit({ ip: '192.0.2.4', lastActionAt: NOW - HOUR })],
      }),
      ['impossible_travel'],
    ],
  ])('%s', (_name, found, out) => expect(found).toEqual(out))

  it('knows how far two towns are', () => {
    expect(Math.round(distanceKm(ALMATY.point, BERLIN.point) / 100)).toBe(47)
    expect(distanceKm(BERLIN.point, BERLIN.point)).toBe(0)
    expect(Math.round(distanceKm({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 }))).toBe(222)
  })
})

test.each([
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8:1:ffff::1', '2001:db8:1'],
  ['::1', '0:0:0'],
])('the neighbourhood of %s', (ip, out) => expect(neighbourhoodOf(ip)).toBe(out))
