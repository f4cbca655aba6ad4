import { expect, it } from 'vitest'
import { allSports, sportInfo } from './sport-info.ts'
import { partName } from './part-names.ts'
import { allSportKinds, sportKind } from './sport-kind.ts'

it('the extract for the browser says of every sport what the whole tables say', () => {
  const whole = [...allSports()].map(({ id, names, top, cyber, virtual }) => ({ id, name: names['en'], top, cyber, virtual }))
  expect(allSportKinds()).toEqual(whole)
})

it('a sport outside of the table is no obstacle', () => {
  expect(sportKind(99_999)).toEqual({ id: 99_999, name: sportInfo(99_999).names['en'], top: false, cyber: false, virtual: false })
})

it('the sports that count innings in the plural are those of the table of units', () => {
  for (const { id, unit } of allSports())
    expect(partName('inn1', id).period, `sport ${id}`).toEqual({ key: unit === 'innings' ? 'part_innings' : 'part_inning', count: 1 })
})
