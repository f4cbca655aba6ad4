import { expect, test } from 'vitest'
import { inBatch } from './payouts.ts'

test.each([
  [3, 3],
  [50, 50],
  [51, 50],
])('of %d that are due a sweep claims as many as it acts upon, 50 at most', async (due, most) => {
  const [claimed, acted]: number[][] = [[], []]
  const done = await inBatch(
    async () => (claimed!.length < due ? claimed!.push(claimed!.length + 1) : null),
    async (row) => void acted!.push(row),
  )
  expect([done, acted]).toEqual([most, claimed])
  expect(claimed).toHaveLength(most)
})
