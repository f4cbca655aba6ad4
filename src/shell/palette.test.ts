import { expect, it } from 'vitest'
import { findEntries, type PaletteEntry } from './palette.ts'

const entry = (group: PaletteEntry['group'], name: string): PaletteEntry => ({ key: name, group, name, run: () => {} })
const ENTRIES = [
  entry('sports', 'Футбол'),
  entry('sports', 'Настольный теннис'),
  entry('sports', 'Теннис'),
  entry('pages', 'Результаты'),
  entry('settings', 'Тема: Бумага'),
]
const names = (query: string) => findEntries(ENTRIES, query).map(({ name }) => name)

it('finds by parts of words, those that begin with the query first', () => {
  expect(names('тенн')).toEqual(['Теннис', 'Настольный теннис'])
  expect(names('тема бум')).toEqual(['Тема: Бумага'])
})

it('finds Russian names by Latin letters, and everything by nothing', () => {
  expect(names('rezul')).toEqual(['Результаты'])
  expect(names(' ')).toHaveLength(ENTRIES.length)
  expect(names('хоккей')).toEqual([])
})
