import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cleanCode } from './Field.tsx'
import { loaderParts } from './Loader.tsx'
import { showsScrollTop } from './Scroll.tsx'
import { matchingOptions, toggleOption } from './SelectModal.tsx'
import { pressPad } from './Stake.tsx'
import { nextTab } from './Tabs.tsx'
import countries from '#seed/countries.json' with { type: 'json' }
import sports from '#seed/sports.json' with { type: 'json' }
import { sportSymbol } from './Icon.tsx'

it('the pad types, adds and erases', () => {
  expect(pressPad('2000', '00')).toBe('200000')
  expect(pressPad('', ',')).toBe('0,')
  expect(pressPad('0,', '5')).toBe('0,5')
  expect(pressPad('0,55', '5')).toBe('0,55')
  expect(pressPad('10,5', 500)).toBe('510,5')
  expect(pressPad('10', null)).toBe('1')
  // What is marked goes with the next sign, but is what an amount is added to.
  expect(pressPad('2000', '7', 2, true)).toBe('7')
  expect(pressPad('2000', null, 2, true)).toBe('')
  expect(pressPad('2000', 500, 2, true)).toBe('2500')
  expect(pressPad('0.0002', 0.0005, 8)).toBe('0.0007')
  expect(pressPad('', 1000, 0)).toBe('1000')
})

it('a multi-selection stops at its maximum and lets go below it (UI-05)', () => {
  expect(toggleOption([1, 2], 3, 3)).toEqual([1, 2, 3])
  expect(toggleOption([1, 2, 3], 4, 3)).toBeNull()
  expect(toggleOption([1, 2, 3], 2, 3)).toEqual([1, 3])
})

it('options are searched by words in any case, at most a thousand (UI-07)', () => {
  const options = Array.from({ length: 1200 }, (_, index) => ({ name: `Край ${index}`, value: index }))
  expect(matchingOptions(options, '')).toHaveLength(1000)
  expect(matchingOptions(options, 'КРАЙ 777').map((option) => option.value)).toEqual([777])
})

it('the button to the top needs four screens, a move upwards and no bottom (SH-23)', () => {
  const at = (scrollTop: number) => ({ scrollTop, viewHeight: 1000, pageHeight: 10_000 })
  expect(showsScrollTop(at(5000), at(4900))).toBe(true)
  expect(showsScrollTop(at(4900), at(5000))).toBe(false)
  expect(showsScrollTop(at(4000), at(3900))).toBe(false)
  expect(showsScrollTop(at(9000), at(8900))).toBe(false)
})

it('tabs move with the arrows, past disabled ones, mirrored from right to left', () => {
  expect(nextTab('ArrowRight', 0, [false, true, false], false)).toBe(2)
  expect(nextTab('ArrowLeft', 0, [false, false, false], true)).toBe(1)
  expect(nextTab('End', 0, [false, false, true], false)).toBe(1)
  expect(nextTab('x', 0, [false], false)).toBeNull()
})

it('loaders have the parts of the specification (UI-11)', () => {
  expect([
    loaderParts('bars', true),
    loaderParts('bars', false),
    loaderParts('letters', true),
    loaderParts('letters', false),
    loaderParts('spinner', false),
  ]).toEqual([3, 5, 1, 4, 10])
})

it('codes take digits of any script', () => {
  expect(cleanCode(' １2 3-4٥', 6)).toBe('12345')
})

it('every sport has a drawing that no other one has; sports that nobody knows yet get the cup', () => {
  const sprite = readFileSync('public/sprites/sports.svg', 'utf8')
  const drawn = new Map([...sprite.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/g)].map(([, id, markup]) => [id, markup]))
  const drawings = (sports as unknown as [number][]).map(([id]) => drawn.get(sportSymbol(id)))
  expect(drawings).not.toContain(undefined)
  expect(new Set(drawings).size).toBe(sports.length)
  expect(drawn.get(sportSymbol(123_456))).toBe(drawn.get(sportSymbol(2999)))
})

it('every country of the lists has a flag to be asked for, the neutral one where nobody has drawn one', () => {
  const codes = countries.map((row) => String(row[2]).toLowerCase()).filter(Boolean)
  expect(codes.length).toBeGreaterThan(200)
  expect([...codes, 'xx'].filter((code) => !existsSync(`public/flags/${code}.svg`))).toEqual([])
})
