import { expect, test } from 'vitest'
import { readGame } from './wire-rows.ts'

test('the one side of a race is no team that could be marked, under whatever number the wire calls it', () => {
  const race = { I: 600_000_001, CI: 310_000_001, S: 0, O1: 'Race 1', SI: 44, LI: 1 }
  const part = { ...race, I: 600_000_002, CI: 310_000_002, MG: race.I, CMG: race.CI }
  const rows = [race, { ...race, O1I: race.CI }, { ...part, O1I: race.CI }, { ...race, O1I: 70_001 }]
  expect(rows.map((row) => readGame(row).side1Id)).toEqual([0, 0, 0, 70_001])
})
