import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { checkStatements } from './checks.ts'

const { db } = await testDatabase(1)
const statement = (name: string, text: string) => ({ name, text })

test('each statement is told under its name with how many rows it found and the first of them', async () => {
  const found = await checkStatements(db, [
    statement('none', `SELECT 'x' AS what WHERE false`),
    statement('three', `SELECT n::text AS what FROM generate_series(5, 7) n ORDER BY n`),
  ])
  expect(found).toEqual([
    { name: 'none', checked: null, violations: 0, first: null },
    { name: 'three', checked: null, violations: 3, first: '5' },
  ])
  expect(await checkStatements(db, [statement('one', `SELECT 'x' AS what`)])).toMatchObject([{ violations: 1, first: 'x' }])
  expect(await checkStatements(db, [])).toEqual([])
})

test('one that fails is broken itself, and the others are made', async () => {
  const found = await checkStatements(db, [
    statement('before', `SELECT 'x' AS what`),
    statement('broken', `SELECT 'x' AS what FROM generate_series(1, 3) n WHERE 1 / (n - 2) = 1`),
    statement('behind', `SELECT 'y' AS what`),
  ])
  expect(found).toMatchObject([
    { name: 'before', violations: 1, first: 'x' },
    { name: 'broken', violations: 1, first: 'cannot be checked: division by zero' },
    { name: 'behind', violations: 1, first: 'y' },
  ])
})
