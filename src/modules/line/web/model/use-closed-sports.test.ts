import { expect, test } from 'vitest'
import { allSportKinds } from '../../rules/sport-kind.ts'
import { listQuery } from './queries.ts'
import { LINE, LIVE } from './types.ts'
import { closedSports, withoutClosed } from './use-closed-sports.ts'

const FOOTBALL = 1
const TV_GAMES = 20
const ESPORTS = 40
const own = (sportId: number, kind: 1 | 3) => sportId === FOOTBALL && kind === 1

test('a brand without esports shows none; what the player closed stays closed in both', () => {
  for (const hasCyber of [true, false]) {
    const isHidden = closedSports(own, hasCyber, true, true)
    expect(isHidden(FOOTBALL, 1)).toBe(true)
    expect(isHidden(FOOTBALL, 3)).toBe(false)
    expect(isHidden(ESPORTS, 3)).toBe(!hasCyber)
  }
})

test('TV games and other virtual sports are closed each by its own switch of the brand', () => {
  const virtual = allVirtual()
  for (const hasVirtual of [true, false])
    for (const hasTv of [true, false]) {
      const isHidden = closedSports(own, true, hasVirtual, hasTv)
      expect(isHidden(TV_GAMES, 3)).toBe(!hasTv)
      expect(isHidden(virtual, 3)).toBe(!hasVirtual)
      expect(isHidden(FOOTBALL, 3)).toBe(false)
    }
})

test('a list asks the server to leave out what the player has closed, in that kind only', () => {
  expect(withoutClosed(listQuery({ kind: LIVE, lng: 'en' }), own).query).toMatchObject({ antisports: '1' })
  const line = listQuery({ kind: LINE, lng: 'en' })
  expect(withoutClosed(line, own)).toBe(line)
})

function allVirtual(): number {
  return allSportKinds().find(({ virtual, name }) => virtual && !name.startsWith('TV '))!.id
}
