/** Types, groups and short groups that the dictionaries do not know are ours, and begin at a million (wire rule 32). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMarketTypes, currentType, formerType } from './market-book.ts'

const dictionaries = join(process.env['POLOSA_WIRE'] ?? join(import.meta.dirname, '../../../../../shared/wire'), 'dictionaries')
const present = existsSync(dictionaries)
if (!present) console.error('wire dictionaries absent: numbers of the market book are not compared (POLOSA_WIRE)')

const FIRST_OWN = 1_000_000

test.runIf(present)('what the dictionaries call otherwise, or not at all, has a number of ours', () => {
  const rows = readFileSync(join(dictionaries, 'market_book.csv'), 'utf8').trim().split('\n').slice(1)
  const known = new Map(rows.map((row) => row.split(',')).map(([, , , key, g, gs, t]) => [`${key}|${t}`, `${g}|${gs}`]))
  expect(known.size).toBeGreaterThan(300)
  const wrong = [...allMarketTypes()].flatMap(({ key, g, gs, outcomes }) =>
    outcomes.flatMap(({ t }) => {
      const theirs = known.get(`${key}|${t}`)
      // Every group has a short group: where the dictionaries have none for it, one of ours.
      const isRight = theirs === undefined ? Math.min(g, gs, t) >= FIRST_OWN : theirs === `${g}|${gs >= FIRST_OWN ? '' : gs}`
      return isRight ? [] : [`${key} ${g}|${gs} ${t}, in the dictionaries ${theirs}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('every market has a group and a short group: outcomes of a card carry both', () => {
  expect([...allMarketTypes()].filter(({ g, gs }) => !g || !gs).map(({ key }) => key)).toEqual([])
})

test('a type that was numbered anew is found by its former number, and leads back to it', () => {
  const moved = [...allMarketTypes()].flatMap(({ outcomes }) => outcomes.filter(({ t }) => formerType(t)).map(({ t }) => t))
  expect(moved).toEqual([1_000_001, 1_000_002, 1_000_003, 1_000_004])
  for (const t of moved) expect(currentType(formerType(t)!.t)).toBe(t)
  expect(currentType(9)).toBe(9)
})
