import { expect, it } from 'vitest'
import { broadcastState } from './broadcast.ts'

it.each([
  ['none', false, true, true, true],
  ['later', true, false, true, true],
  ['signed_out', true, true, false, true],
  ['no_balance', true, true, true, false],
  ['no_player', true, true, true, true],
] as const)('%s', (state, announced, live, signedIn, funded) => {
  expect(broadcastState({ announced, live, signedIn, funded })).toBe(state)
})
