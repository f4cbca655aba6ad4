import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LOCK_CLASSES, LOCKS } from './locks.ts'

/** A call of a lock with a number written into it; a comma behind the number means that there are two. */
const WRITTEN = /pg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(\s*([\d_]+)\s*(,?)/g

const written = (files: readonly string[]) => files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(WRITTEN)])

it('no two locks have one number', () => {
  for (const table of [LOCKS, LOCK_CLASSES]) {
    const numbers = Object.values(table)
    expect(numbers).toEqual([...new Set(numbers)])
  }
})

it('the numbers that functions of the database take are those of the tables, and no other lock has them', () => {
  const calls = written(globSync('migrations/*.sql'))
  const numbers = (ofTwo: boolean) => [
    ...new Set(calls.flatMap(([, number, comma]) => ((comma === ',') === ofTwo ? [Number(number)] : []))),
  ]
  const { pools, bettingStops, openBets } = LOCKS
  expect(numbers(false).sort()).toEqual([pools, bettingStops, openBets])
  expect(numbers(true)).toEqual([LOCK_CLASSES.spending])
})

it('no program writes a number of its own into a call', () => {
  const sources = globSync('{src,tools,bench}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(1_000)
  expect(written(sources).map(([call]) => call)).toEqual([])
})
