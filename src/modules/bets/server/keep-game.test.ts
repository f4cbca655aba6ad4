import { expect, test } from 'vitest'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { listGames } from './bet-store.ts'
import { createGameKeeper } from './keep-game.ts'

const { db } = await testDatabase(3)
const CI = 300_000_007

/** A race in the book: its runners are numbers. */
const line = {
  findGame: (gameId: number) => ({ gameId, ci: CI, mainCi: CI, sportId: 40, championshipId: 9, startsAt: 1, kind: 3 }),
  names: (_game: number, t: number, _p: number, playerId: number, lng: string) => ({
    opp1: `race ${lng}`,
    opp2: '',
    outcome: playerId ? `runner ${playerId} ${t} ${lng}` : '',
    group: 'Winner',
    player: playerId ? `runner ${playerId} ${lng}` : '',
  }),
} as unknown as LineReader

test('names of a game and of its runners add up, whichever process and bet they come from', async () => {
  const bet = (playerId: number) => ({ gameId: 7, t: 2637, p: 0, playerId })
  const kept = async () => (await listGames(db, [CI])).get(CI)
  const [one, two] = [createGameKeeper(db, line), createGameKeeper(db, line)]
  one(bet(77), 'ar')
  await expect.poll(async () => Object.keys((await kept())?.names ?? {})).toEqual(['ar', 'en', 'ru'])
  two(bet(78), 'en')
  one(bet(79), 'ru')
  one(bet(0), 'ru')
  await expect.poll(async () => Object.keys((await kept())?.outcomes ?? {})).toEqual(['2637:0:77', '2637:0:78', '2637:0:79'])
  const { names, outcomes } = (await kept())!
  expect(Object.keys(names)).toEqual(['ar', 'en', 'ru'])
  expect(outcomes?.['2637:0:77']?.['ar']).toEqual({ outcome: 'runner 77 2637 ar', group: 'Winner', player: 'runner 77 ar' })
  expect(names['ar']).toEqual({ opp1: 'race ar', opp2: '' })
  expect(outcomes?.['2637:0:78']?.['ru']?.outcome).toBe('runner 78 2637 ru')
})

test('names that cannot be kept are told of, and tried again with the next bet', async () => {
  const warned: object[] = []
  const tooLarge = { ...line, findGame: () => ({ ...line.findGame(7), ci: 2 ** 40 }) } as unknown as LineReader
  const keep = createGameKeeper(db, tooLarge, { warn: (what: object) => void warned.push(what) })
  for (const times of [1, 2]) {
    keep({ gameId: 7, t: 1, p: 0, playerId: 0 }, 'en')
    await expect.poll(() => warned).toHaveLength(times)
  }
  expect(warned).toMatchObject([{ gameId: 7, err: { code: '22003' } }, { gameId: 7 }])
})
