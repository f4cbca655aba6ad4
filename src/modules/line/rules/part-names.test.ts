import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import ar from '../../../../locales/ar/line.json' with { type: 'json' }
import en from '../../../../locales/en/line.json' with { type: 'json' }
import ru from '../../../../locales/ru/line.json' with { type: 'json' }
import { phaseName } from './part-names.ts'

/** Words for a part that the world's contests use for their own. */
const codes = new Set(
  ['world-cyber', 'world-lanes'].flatMap((name) =>
    [...readFileSync(`seed/${name}.json`, 'utf8').matchAll(/"code": ?"([a-z]+)"/g)].map(([, code]) => code!),
  ),
)

test('every part of a game has a number and a name, those of contests too', () => {
  expect(codes.size).toBeGreaterThan(4)
  for (const code of [...codes, 'h', 'p', 'q', 'set', 'map', 'frame', 'leg', 'r']) {
    const phase = phaseName(`${code}3`, 1)
    expect(phase, code).toMatchObject({ kind: 'part', count: 3 })
    const key = `${(phase as { key: string }).key}_ordinal_other`
    for (const texts of [ru, en, ar] as Record<string, string>[]) expect(texts[key], key).toContain('{{count}}')
  }
})

test.each([
  ['race', 'state_in_play'],
  ['ht', 'state_break'],
  ['q1_break', 'state_break'],
  ['so', 'state_shootout'],
  ['ot', 'state_extra_time'],
  ['ended', 'state_over'],
])('%s is %s', (phase, key) => expect(phaseName(phase, 1)).toEqual({ kind: 'state', key }))

test.each([66, 99])('a part of cricket %i is an innings, of baseball an inning', (sportId) => {
  expect(phaseName('inn1', sportId)).toEqual({ kind: 'part', key: 'part_innings', count: 1 })
  expect(phaseName('inn1', 5)).toEqual({ kind: 'part', key: 'part_inning', count: 1 })
})
