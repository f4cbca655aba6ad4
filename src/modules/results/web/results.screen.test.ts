import { expect, test } from 'vitest'
import { loaderArgs, thrown } from '../../../../test/support/loader-args.ts'
import { loader, meta } from './results.screen.tsx'

const RESULT = { id: 1, constId: 2, sportId: 1, champId: 7, champName: 'Cup', opp1: 'A', opp2: 'B', score: '1:0', dateStart: 1 }

const opened = async (page: string, params: Record<string, string> = {}) => {
  const { args } = loaderArgs({
    address: `/en/results${page}`,
    params,
    answer: ({ path, query = {} }) => {
      if (path.endsWith('/champResults')) return query['champId'] === 7 ? { count: 1, items: [RESULT] } : { count: 0 }
      if (path.endsWith('/GetChampZip')) return { ErrorCode: 0, Value: query['champ'] === 8 ? { L: 'New Cup', SI: 1 } : null }
      return { ErrorCode: 0, Value: [] }
    },
  })
  return loader(args)
}

const statusOf = (champ: string) =>
  opened(`/champ/${champ}`, { champ }).then(
    () => 200,
    (error: unknown) => thrown(error).status,
  )

test('results of a championship that nobody knows are not found; one that has only begun, or has left the line, has its page', async () => {
  expect([await statusOf('7-cup'), await statusOf('8'), await statusOf('999999'), await statusOf('x')]).toEqual([200, 200, 404, 404])
})

test('results of a championship are called by its name, also before the first of them; those of what is played by that', async () => {
  const headOf = async (page: string, params?: Record<string, string>) => {
    const { data } = await opened(page, params)
    const loaderData = { ...data, title: 'Results', texts: { live: 'Live results', about: 'All of them.' } }
    return JSON.stringify(meta({ loaderData } as never))
  }
  expect(await headOf('/champ/7-cup', { champ: '7-cup' })).toMatch(/"Cup · Results · Brand".*"Cup\. All of them\."/)
  expect(await headOf('/champ/8', { champ: '8' })).toContain('"New Cup · Results · Brand"')
  expect(await headOf('')).toMatch(/"Results · Brand".*"All of them\."/)
})
