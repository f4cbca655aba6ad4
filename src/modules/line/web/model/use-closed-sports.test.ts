import { expect, test } from 'vitest'
import { listQuery } from './queries.ts'
import { LINE, LIVE } from './types.ts'
import { withoutClosed } from './use-closed-sports.ts'

const FOOTBALL = 1
const own = (sportId: number, kind: 1 | 3) => sportId === FOOTBALL && kind === 1

test('a list asks the server to leave out what the player has closed, in that kind only', () => {
  expect(withoutClosed(listQuery({ kind: LIVE, lng: 'en' }), own, []).query).toMatchObject({ antisports: '1' })
  const line = listQuery({ kind: LINE, lng: 'en' })
  expect(withoutClosed(line, own, [])).toBe(line)
})

test('who has closed virtual games sees those of played sports neither', () => {
  const { query } = withoutClosed(listQuery({ kind: LIVE, lng: 'en' }), own, ['virtual'])
  expect(query).toMatchObject({ antisports: '1', without: 'virtual,tvgames' })
})
