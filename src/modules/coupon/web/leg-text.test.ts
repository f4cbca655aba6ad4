import { expect, it } from 'vitest'
import { legLines } from './leg-text.ts'

const texts = { w1: 'W1', w2: 'W2', draw: 'Draw' }
const names = { side1: '', side2: '', champ: 'Epsom', market: 'Winner', outcome: 'Marker', period: '' }
const teams = (some: Partial<typeof names>) => legLines({ type: 2637, names: { ...names, ...some } }, texts).teams

it('the question of a long-term bet is its market and its game, and is said once', () => {
  const question = 'To be relegated 2026'
  const lines = legLines({ type: 2637, names: { ...names, champ: 'Premier League. Long-term', market: question, side1: question } }, texts)
  expect(lines).toEqual({ title: 'Marker', market: '', teams: `Premier League. Long-term · ${question}` })
})

it('a race is named with its course, a match by its sides', () => {
  expect(teams({ side1: 'Race 3, 1600 m' })).toBe('Epsom · Race 3, 1600 m')
  expect(teams({ side1: 'Epsom, race 3' })).toBe('Epsom, race 3')
  expect(teams({})).toBe('Epsom')
  expect(teams({ side1: 'Amber', side2: 'Bravo' })).toBe('Amber – Bravo')
})
