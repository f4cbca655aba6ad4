import { expect, test } from 'vitest'
import { closedSports } from './use-closed-sports.ts'

const FOOTBALL = 1
const ESPORTS = 40

test('a brand without esports shows none; what the player closed stays closed in both', () => {
  const own = (sportId: number, kind: 1 | 3) => sportId === FOOTBALL && kind === 1
  for (const hasCyber of [true, false]) {
    const isHidden = closedSports(own, hasCyber)
    expect(isHidden(FOOTBALL, 1)).toBe(true)
    expect(isHidden(FOOTBALL, 3)).toBe(false)
    expect(isHidden(ESPORTS, 3)).toBe(!hasCyber)
  }
})
