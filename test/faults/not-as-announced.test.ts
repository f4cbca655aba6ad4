/**
 * Games that do not begin as announced (rules 3.5, CT-27). Stated behaviour: bets come back, once, when their game is moved by more
 * than two days, said or not; what was decided before stands, and so does whoever bets afterwards.
 */
import { afterEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import type { FactBody, GameStatus } from '#modules/feeds/rules/fact.ts'
import { HELD_MS } from '#modules/feeds/server/course.ts'
import { verify } from '#modules/settlement/server/index.ts'
import { courseScene, headed, LOST, model, OPEN, PAID, played, VOID } from './course-scene.ts'
import { betOnAll, gameOf } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const { clock, house, lastBet, offered, openAnew, reasons, send, states, turn } = courseScene(db)
afterEach(() => house().close())

it('CT-27 moved by two hours bets stand, by three days they come back; who bets under the new start stands', async () => {
  await openAnew()
  const start = clock.now() + DAY
  await offered('moved', start)
  await betOnAll(house(), 'moved:g')
  const first = (await states('moved'))[OPEN]!
  expect(first).toBeGreaterThan(10)
  await send(headed('moved', start + 2 * HOUR, 'scheduled'))
  await turn()
  expect(await states('moved')).toEqual({ [OPEN]: first })
  // Each step is small, but for the first bets they add up.
  const before = await lastBet()
  await betOnAll(house(), 'moved:g')
  const second = (await states('moved', before))[OPEN]!
  await send(headed('moved', start + 49 * HOUR, 'scheduled'))
  await turn()
  // A start that was mistyped may still be put right.
  expect(await states('moved')).toEqual({ [OPEN]: first + second })
  clock.advance(HELD_MS)
  await turn()
  expect(await states('moved')).toEqual({ [OPEN]: second, [VOID]: first })
  expect(await states('moved', before)).toEqual({ [OPEN]: second })
  expect(await reasons('moved')).toEqual(['moved'])
  // The process dies before it has looked: the next one does.
  await send(headed('moved', start + 100 * HOUR, 'scheduled'))
  await house().close()
  await openAnew()
  await send(headed('moved', start + 100 * HOUR, 'scheduled'), model('moved'))
  clock.advance(HELD_MS)
  await turn()
  expect(await states('moved')).toEqual({ [VOID]: first + second })
  const after = await lastBet()
  await betOnAll(house(), 'moved:g')
  const third = (await states('moved', after))[OPEN]!
  await turn()
  expect(await states('moved', after)).toEqual({ [OPEN]: third })
  // Put off, and nobody says until when.
  await send(headed('moved', start + 100 * HOUR, 'postponed'))
  clock.advance(start + 148 * HOUR - clock.now())
  await turn()
  expect(await states('moved', after)).toEqual({ [OPEN]: third })
  clock.advance(MINUTE)
  await turn()
  expect(await states('moved')).toEqual({ [VOID]: first + second + third })
  expect(await house().ledger.checkInvariants()).toEqual([])
})

it('a start that was mistyped and put right takes nothing back, but from those who bet under it; a game that begins is judged at once', async () => {
  await openAnew()
  const start = clock.now() + DAY
  await offered('typo', start)
  const all = await betOnAll(house(), 'typo:g')
  await send(headed('typo', start + 72 * HOUR, 'scheduled'))
  await turn()
  const under = await lastBet()
  const wrong = await betOnAll(house(), 'typo:g')
  await send(headed('typo', start, 'scheduled'))
  clock.advance(HELD_MS)
  await turn()
  expect(await states('typo')).toEqual({ [OPEN]: all, [VOID]: wrong })
  expect(await states('typo', under)).toEqual({ [VOID]: wrong })
  await send(headed('typo', start + 72 * HOUR, 'scheduled'))
  await send(headed('typo', start + 72 * HOUR, 'live'))
  await turn()
  expect(await states('typo')).toEqual({ [VOID]: all + wrong })
})

it.each(['head', 'state'])(
  'of a game that was moved by three days nobody says so before it is played, and its %s is heard first',
  async (first) => {
    await openAnew()
    const start = clock.now() + DAY
    await offered(`later-${first}`, start)
    const all = await betOnAll(house(), `later-${first}:g`)
    clock.advance(start + 71 * HOUR - clock.now())
    if (first === 'state') await send(played(`later-${first}`, 5, [0, 0]))
    await send(headed(`later-${first}`, start + 72 * HOUR, 'live'))
    await turn()
    expect(await states(`later-${first}`)).toEqual({ [VOID]: all })
    expect(await reasons(`later-${first}`)).toEqual(['moved'])
  },
)

it('a start that is mistyped and put right while the game is played takes nothing back', async () => {
  await openAnew()
  const start = clock.now() + DAY
  await offered('slip', start)
  await betOnAll(house(), 'slip:g')
  clock.advance(DAY)
  await send(headed('slip', start, 'live'), played('slip', 60, [0, 0]), model('slip'))
  await turn()
  const open = await states('slip')
  for (const told of [start + 72 * HOUR, start]) {
    await send(headed('slip', told, 'live'))
    await turn()
    expect(await betOnAll(house(), 'slip:g')).toBeGreaterThan(0)
  }
  await turn()
  expect((await states('slip'))[VOID]).toBe(open[VOID])
})

it('nobody says a word of a game, not even that it is put off: the stakes come back after two days, but not what was decided', async () => {
  await openAnew()
  const start = clock.now() + DAY
  await offered('mute', start)
  const all = await betOnAll(house(), 'mute:g')
  clock.advance(start + 47 * HOUR - clock.now())
  await turn()
  const id = { game: 'mute:g', part: 'full', key: 'odd_even', spec: '' }
  await send({
    t: 'settle',
    game: 'mute:g',
    certainty: 'confirmed',
    markets: [{ id, results: [182, 183].map((t) => ({ outcome: String(t), won: 1 as const })) }],
  })
  await turn()
  expect(await states('mute')).toEqual({ [OPEN]: all - 1, [PAID]: 1 })
  // The product was away: it listens for an hour before it believes that nobody speaks.
  await house().close()
  clock.advance(2 * HOUR)
  await openAnew()
  const heard = { t: 'producer', state: 'up', lastAliveAt: clock.now() } as const
  await send(heard)
  await turn()
  clock.advance(HELD_MS - MINUTE)
  await send(heard)
  await turn()
  expect(await states('mute')).toEqual({ [OPEN]: all - 1, [PAID]: 1 })
  clock.advance(2 * MINUTE)
  await turn()
  expect(await states('mute')).toEqual({ [PAID]: 1, [VOID]: all - 1 })
})

it.each([false, true])(
  'who bets on a moved game under its new start is settled like everybody, also after a restart: %s',
  async (isRestarted) => {
    await openAnew()
    const id = `settled-${isRestarted}`
    const start = clock.now() + DAY
    await offered(id, start)
    await betOnAll(house(), `${id}:g`)
    await send(headed(id, start + 72 * HOUR, 'scheduled'), { ...model(id), supremacy: -0.6, total: 2.1 } as FactBody)
    if (isRestarted) {
      await house().close()
      await openAnew()
      await send(headed(id, start + 72 * HOUR, 'scheduled'))
    }
    clock.advance(HELD_MS + MINUTE)
    await turn()
    expect(Object.keys(await states(id))).toEqual([String(VOID)])
    const before = await lastBet()
    await send(model(id))
    await turn()
    house().feed.open(gameOf(house(), `${id}:g`)!.ci)
    await turn()
    expect(await betOnAll(house(), `${id}:g`)).toBeGreaterThan(100)
    clock.advance(start + 72 * HOUR - clock.now())
    await send(headed(id, start + 72 * HOUR, 'live'), played(id, 60, [0, 0]))
    await send(played(id, 1800, [1, 0]))
    await send(played(id, 5400, [1, 0], 'ended'), headed(id, start + 72 * HOUR, 'ended'))
    clock.advance(2 * MINUTE)
    await turn()
    const after = await states(id, before)
    expect(after[OPEN]).toBeUndefined()
    expect(after[LOST]! + after[PAID]!).toBeGreaterThan(100)
    expect((await verify(db)).filter(({ violations }) => violations > 0)).toEqual([])
  },
)

it.each(['suspended', 'a word that nobody knows'])('a game that has not begun and is told as %s has not been broken off', async (word) => {
  await openAnew()
  const id = word.slice(0, 3)
  const start = clock.now() + 2 * DAY
  await offered(id, start)
  const all = await betOnAll(house(), `${id}:g`)
  await send(headed(id, start, word as GameStatus))
  expect(gameOf(house(), `${id}:g`)!.kind).toBe(3)
  clock.advance(6 * HOUR)
  await turn()
  expect(await states(id)).toEqual({ [OPEN]: all })
  await send(headed(id, start, 'scheduled'))
  await turn()
  expect(await states(id)).toEqual({ [OPEN]: all })
  // Nobody says when it will be played.
  await send(headed(id, start, word as GameStatus))
  clock.advance(start + 48 * HOUR + MINUTE - clock.now())
  await turn()
  expect(await states(id)).toEqual({ [VOID]: all })
  expect(await reasons(id)).toEqual(['moved'])
})
