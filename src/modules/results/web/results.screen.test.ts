import { expect, test } from 'vitest'
import { loaderArgs, thrown } from '../../../../test/support/loader-args.ts'
import { loader } from './results.screen.tsx'

const RESULT = { id: 1, constId: 2, sportId: 1, champId: 7, champName: 'Cup', opp1: 'A', opp2: 'B', score: '1:0', dateStart: 1 }

const statusOf = async (champ: string) => {
  const { args } = loaderArgs({
    address: `/en/results/champ/${champ}`,
    params: { champ },
    answer: ({ path, query = {} }) => {
      if (path.endsWith('/champResults')) return query['champId'] === 7 ? { count: 1, items: [RESULT] } : { count: 0 }
      if (path.endsWith('/GetChampZip')) return { ErrorCode: 0, Value: query['champ'] === 8 ? { L: 'New Cup', SI: 1 } : null }
      return { ErrorCode: 0, Value: [] }
    },
  })
  return loader(args).then(
    () => 200,
    (error: unknown) => thrown(error).status,
  )
}

test('results of a championship that nobody knows are not found; one that has only begun, or has left the line, has its page', async () => {
  expect([await statusOf('7-cup'), await statusOf('8'), await statusOf('999999'), await statusOf('x')]).toEqual([200, 200, 404, 404])
})
