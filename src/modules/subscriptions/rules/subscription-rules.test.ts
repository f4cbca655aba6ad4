import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isPrivateAddress } from '#lib/private-address.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import { subsOptionsForGame, subsOptionsViews } from '../contract.ts'
import { glanceOf, happenings } from './happenings.ts'
import { optionCode, optionsOf } from './options.ts'
import { isPushEndpoint, isPushKey } from './push-endpoint.ts'

type State = {
  score?: [number, number]
  phase?: string
  kind?: 1 | 3
  status?: BookGame['status']
  stats?: Record<string, [number, number]>
  sport?: number
  clockSec?: number
}
const game = ({ score = [0, 0], phase = 'h1', kind = 1, status = 'live', stats = {}, sport = 1, clockSec = 600 }: State): BookGame =>
  ({
    sportId: sport,
    kind,
    status,
    ...(kind === 1 ? { live: { phase, score, stats, periods: [{ no: 1 }], clockSec } } : {}),
  }) as unknown as BookGame
const between = (before: State, after: State) =>
  happenings(glanceOf(game(before)), game(after)).map(({ key, text, side }) => [text, key, side])

describe('happenings', () => {
  test.each<[string, State, State, unknown[]]>([
    ['start', { kind: 3, status: 'scheduled' }, {}, [['start', 'start', undefined]]],
    ['a goal', {}, { score: [0, 1] }, [['score', 'score:0:1:h1:11', 2]]],
    ['a goal taken back', { score: [1, 0] }, {}, [['score_back', 'score:0:0:h1:11', 1]]],
    [
      'cards and corners',
      {},
      { stats: { yellow: [1, 0], red: [0, 1], corners: [2, 0] } },
      [
        ['yellow', 'yellow:1:0', 1],
        ['red', 'red:0:1', 2],
        ['corner', 'corner:2:0', 1],
      ],
    ],
    ['half-time', {}, { phase: 'ht' }, [['period', 'period:1:ht', undefined]]],
    ['the second half is not news', { phase: 'ht' }, { phase: 'h2' }, []],
    ['the end', { phase: 'h2' }, { status: 'ended', phase: 'h2' }, [['end', 'end', undefined]]],
    ['called off', {}, { status: 'cancelled' }, []],
    ['nothing', { score: [1, 0] }, { score: [1, 0] }, []],
    ['a point of basketball', { sport: 3 }, { sport: 3, score: [2, 0] }, []],
    ['a break of basketball', { sport: 3, phase: 'q1' }, { sport: 3, phase: 'q1_break' }, [['period', 'period:1:q1_break', undefined]]],
  ])('%s', (_name, before, after, expected) => expect(between(before, after)).toEqual(expected))
})

test('the minute is that of the page, with what is added to a half', () => {
  const goal = happenings(glanceOf(game({})), game({ score: [1, 0], clockSec: 2765 }))
  expect(goal).toMatchObject([{ key: 'score:1:0:h1:45+2', minute: '45+2' }])
})

test('options of every sport keep their numbers in the database', () => {
  const all = [1, 2, 3, 4, 66].flatMap(optionsOf)
  expect(new Set(all.map(optionCode)).size).toBe(new Set(all.map(({ event, period }) => `${event} ${period}`)).size)
  expect(optionsOf(3)).toEqual([
    { event: 5, period: 1 },
    { event: 0, period: 2 },
  ])
})

describe('push addresses', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:DEF_1-2',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QHh?x=1',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ%3d',
  ])('%s', (address) => expect(isPushEndpoint(address)).toBe(true))
  test.each([
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://db/x',
    'https://metadata.google.internal/x',
    'https://printer.local/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@10.0.0.1/x',
    'https://fcm.googleapis.com\\@10.0.0.1/x',
    'https://a.b/x#y',
    'https://-.com/ x',
    'ftp://fcm.googleapis.com/x',
    `https://push.example.com/${'x'.repeat(600)}`,
    'nonsense',
  ])('not %s', (address) => expect(isPushEndpoint(address)).toBe(false))

  test.each([
    ['10.1.2.3', true],
    ['127.0.0.1', true],
    ['169.254.169.254', true],
    ['172.20.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['100.64.0.1', true],
    ['224.0.0.1', true],
    ['142.250.1.1', false],
    ['::1', true],
    ['::ffff:10.0.0.1', true],
    ['fe80::1', true],
    ['fd00::1', true],
    ['2002:0a00:1::1', true],
    ['2a00:1450::1', false],
  ])('%s is private: %s', (address, expected) => expect(isPrivateAddress(address)).toBe(expected))

  test('keys have the size of keys', () => {
    expect(isPushKey({ p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) })).toBe(true)
    expect(isPushKey({ p256dh: 'B'.repeat(86), auth: 'a'.repeat(22) })).toBe(false)
    expect(isPushKey({ p256dh: 'B'.repeat(87), auth: '<' })).toBe(false)
  })
})

const samples = join(process.env['POLOSA_WIRE'] ?? join(import.meta.dirname, '../../../../../shared/wire'), 'samples/set-a-2026-07')
test.skipIf(!existsSync(samples))('recorded answers parse with our schemas', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(samples, `SubscriptionServiceV3_api_v3_games_${name}.json`), 'utf8'))
  expect(subsOptionsForGame.reply.safeParse(read('GetSubsOptionsForGame')).success).toBe(true)
  expect(subsOptionsViews.reply.safeParse(read('GetSubsOptionsViews')).success).toBe(true)
})
