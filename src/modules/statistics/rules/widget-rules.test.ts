import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readMessage, SOURCE } from './messages.ts'
import { pathOf, readPlace } from './path.ts'
import { frameHeight, readWidgetQuery, WIDGET_PARAMETERS, type WidgetSettings } from './widget-query.ts'

const query = (text: string) => {
  const params = new URLSearchParams(text)
  return readWidgetQuery((name) => params.get(name))
}

describe('addresses', () => {
  test.each([
    ['game/1/310000001', { view: 'game', sportId: 1, id: '310000001', tab: 'main' }],
    ['game/1/310000001/', { tab: 'main' }],
    ['game/1/310000001/h2h', { tab: 'h2h' }],
    [`game/1/9a${'0'.repeat(22)}/main`, { view: 'game' }],
    ['team/1/70001', { view: 'team', id: '70001' }],
    [`player/1/91${'0'.repeat(20)}0a`, { view: 'player' }],
    ['stage/1/910000', { view: 'stage' }],
    ['tournament/1/910000/2026', { view: 'tournament', seasonId: 2026 }],
    ['rating/4/0', { view: 'rating', id: '0' }],
    ['horse/70001', { view: 'horse', id: '70001' }],
    ['graph/600000001', { view: 'graph', coefficientView: null }],
    ['graph/600000001/3', { view: 'graph', coefficientView: 3 }],
    ['cyber/85/910000/2026', { view: 'cyber', sportId: 85 }],
    ['cyber/89/910000/0', { view: 'cyber', sportId: 89 }],
    ['cyber/144/910000/0', { view: 'cyber', sportId: 144 }],
  ])('%s', (path, place) => {
    expect(readPlace(path)).toMatchObject(place)
  })

  test.each([
    ['', 'view', ''],
    ['constructor/1/2', 'view', 'constructor'],
    ['team/1/', 'teamId', ''],
    ['team//7', 'sportId', ''],
    ['team/x/7', 'sportId', 'x'],
    ['team/999999/7', 'sportId', '999999'],
    ['game/1', 'gameId', ''],
    ['game/1/5/nothing', 'tab', 'nothing'],
    ['tournament/1/2', 'seasonId', ''],
    ['cyber/86/910000/2026', 'sportId', '86'],
    ['cyber/85/x/2026', 'tournId', 'x'],
    ['graph/5/9', 'coefficientView', '9'],
    ['horse/', 'horseId', ''],
    ['player/1/%E0%A4%A', 'playerId', '%E0%A4%A'],
  ])('%s is refused with %s', (path, name, value) => {
    expect(readPlace(path)).toEqual({ wrong: { name, value } })
  })

  it('are written as they are read', () => {
    for (const path of ['game/1/5/h2h', 'team/1/70001', 'tournament/1/2/2026', 'horse/7', 'graph/5', 'graph/5/3', 'cyber/85/2/0']) {
      const place = readPlace(path)
      if ('wrong' in place) throw new Error(path)
      expect(pathOf(place)).toBe(path)
    }
  })
})

describe('parameters', () => {
  const defaults = query('')
  const cases: [string, Partial<WidgetSettings>][] = [
    ['tt=2', { tt: 2 }],
    ['h=0', { header: false }],
    ['hs=1', { seasons: false }],
    ['ln=EN', { names: 'en' }],
    ['lc=0', { links: false }],
    ['w=700', { widthPx: 700 }],
    ['pi=5', { playerId: 5 }],
    ['pt=h2h', { firstTab: 'h2h' }],
    ['gti=310000001', { gameId: '310000001' }],
    ['rtl=1', { rtl: true }],
    ['fh=600', { fixedHeightPx: 600 }],
    ['hb=1', { back: false }],
    ['isc=1', { compact: true }],
    ['d=1', { theme: 'flood' }],
    ['is12h=1', { twelveHours: true }],
    ['htl=1', { tournamentLinks: false }],
    ['hcl=1', { flags: false }],
    ['hn=1', { tabs: false }],
    ['r=7', { partner: 7 }],
    ['g=8', { group: 8 }],
    ['p=2', { page: 2 }],
    ['tz=5.5', { offsetMin: 330 }],
    ['geo=kz', { country: 'KZ' }],
    ['mh=400', { leastHeightPx: 400 }],
  ]

  test.each(cases)('%s has its effect and no other', (text, change) => {
    expect(query(text)).toEqual({ ...defaults, ...change })
    expect(query(text)).not.toEqual(defaults)
  })

  it('each has a case, and a wrong value means the default', () => {
    expect(cases.map(([text]) => text.split('=')[0])).toEqual([...WIDGET_PARAMETERS])
    fc.assert(
      fc.property(fc.constantFrom(...WIDGET_PARAMETERS), (name) => {
        expect(query(`${name}=%3Cb%3E%20?`)).toEqual(defaults)
      }),
    )
  })

  it('the frame follows its content, never below the least height, unless it is fixed', () => {
    expect(frameHeight(120, defaults)).toBe(280)
    expect(frameHeight(900.2, defaults)).toBe(901)
    expect(frameHeight(900, query('fh=600'))).toBe(600)
    expect(frameHeight(300, query('mh=400'))).toBe(400)
    expect(query('mh=100').leastHeightPx).toBe(280)
  })
})

describe('messages', () => {
  const bet = {
    gameId: 600_000_001,
    constId: 310_000_001,
    type: 1,
    param: 0,
    playerId: 0,
    price: 1850,
    kind: 3,
    sportId: 1,
    champId: 910_000,
    names: { side1: 'A', side2: 'B', champ: 'C', market: 'M', outcome: 'O', period: '' },
    startsAt: 1_900_000_000,
  }
  const say = (message: object) => readMessage({ source: SOURCE, ...message })

  test.each([
    { type: 'bodyHeightChanged', height: 500, fixed: false },
    { type: 'hello' },
    { type: 'goBack' },
    { type: 'goForward' },
    { type: 'historyRouteChanged', path: 'team/1/70001?tt=1', mode: 'push' },
    { type: 'toggleHiddenItem', key: 'game-form', hidden: true },
    { type: 'setTitle', title: 'A – B' },
    { type: 'sendBet', bet },
    { type: 'getCouponData', keys: ['600000001:1:0:0', '600000001:7:-15000:0'] },
    { type: 'betsUpdate', bets: { '600000001:1:0:0': 'selected' } },
  ])('$type is read as it was said', (message) => {
    expect(say(message)).toEqual(message)
  })

  test.each([
    { type: 'unknown' },
    { type: 'bodyHeightChanged', height: -1 },
    { type: 'bodyHeightChanged', height: '500' },
    { type: 'historyRouteChanged', path: '//evil.example', mode: 'push' },
    { type: 'historyRouteChanged', path: 'javascript:alert(1)', mode: 'push' },
    { type: 'historyRouteChanged', path: 'team/1/2', mode: 'jump' },
    { type: 'toggleHiddenItem', key: '../x', hidden: true },
    { type: 'setTitle', title: 'x'.repeat(301) },
    { type: 'sendBet', bet: { ...bet, price: 1000 } },
    { type: 'sendBet', bet: { ...bet, names: { side1: 'A' } } },
    { type: 'sendBet', bet: { ...bet, kind: 2 } },
    { type: 'getCouponData', keys: ['x'] },
    { type: 'getCouponData', keys: Array.from({ length: 41 }, () => '1:1:0:0') },
    { type: 'betsUpdate', bets: { '1:1:0:0': 'sold' } },
  ])('$type of a wrong shape is nothing', (message) => {
    expect(say(message)).toBeNull()
  })

  it('nothing else is a message', () => {
    fc.assert(fc.property(fc.anything(), (data) => readMessage(data) === null))
    expect(readMessage({ type: 'goBack' })).toBeNull()
  })
})
