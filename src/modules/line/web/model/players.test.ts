import { expect, test } from 'vitest'
import { playerIds, playersQuery } from './players.ts'
import type { LineGame, Outcome } from './types.ts'

const groupsOf = (ids: readonly number[]) =>
  [{ g: 1, gs: 1, columns: [ids.map((id) => ({ player: id ? { id, name: '' } : null }) as Outcome)] }] as LineGame['groups']

test('the sides and whoever outcomes name are asked for, once each and no more than a call takes', () => {
  expect(playerIds({ side1Id: 7, side2Id: 0, groups: groupsOf([9, 0, 9, 7, 12]) })).toEqual([7, 9, 12])
  const many = playerIds({ side1Id: 1, side2Id: 2, groups: groupsOf(Array.from({ length: 90 }, (_, index) => index + 10)) })
  expect(many).toHaveLength(50)
  expect(many.slice(0, 2)).toEqual([1, 2])
})

test('members that the wire leaves out are unknown, not undefined', () => {
  const { query, read } = playersQuery('en', [5, 6])
  expect(query).toEqual({ players: '5,6', lng: 'en', own: true })
  expect(read({ Value: [{ I: 5, N: 'D. Marsh', TN: 'Lowland' }] })).toEqual([
    { id: 5, name: 'D. Marsh', number: 0, position: '', country: '', team: 'Lowland', born: '', heightCm: 0, weightKg: 0 },
  ])
  expect(read({ Value: null })).toEqual([])
})
