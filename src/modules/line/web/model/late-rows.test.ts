import { expect, test } from 'vitest'
import { unpack } from '#platform/web/packed.ts'
import { trimState } from './trim-state.ts'
import { readGame } from './wire-rows.ts'

test('the first page knows too what was put off and is late; a live game that was stopped is not', () => {
  const row = { I: 1, CI: 1, S: 0, O1: 'A', O2: 'B', SI: 1, LI: 1, KI: 3 as const, SST: 2 as const }
  const rows = [row, { ...row, B: 60 }, { ...row, SST: 1 as const }, { ...row, KI: 1 as const }]
  const late = [true, false, false, false]
  expect(rows.map((one) => readGame(one).late)).toEqual(late)
  const queries = [{ queryKey: ['/LineFeed/Get1x2_VZip'], state: { data: { Value: rows } } }]
  const sent = unpack(trimState({ state: { mutations: [], queries } } as never).state.queries[0]!.state.data)
  expect((sent as { Value: typeof rows }).Value.map((one) => readGame(one).late)).toEqual(late)
})
