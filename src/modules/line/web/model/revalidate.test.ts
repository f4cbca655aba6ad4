import { afterEach, expect, test, vi } from 'vitest'
import { run } from '#platform/web/query.ts'
import { chronoQuery } from '../event/chrono-query.ts'
import { cardQuery, listQuery } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

test('a card and a chronology are asked because they have changed: a copy that the browser keeps for seconds is no answer (XT-53)', async () => {
  const fetcher = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async () => Response.json({ Success: true, Value: [] }))
  vi.stubGlobal('fetch', fetcher)
  const queries = [chronoQuery('ru', 7), cardQuery(1, 'ru', 7), listQuery({ kind: 1, lng: 'ru' })]
  await Promise.all(queries.map((query) => run(query, new AbortController().signal)))
  const caches = fetcher.mock.calls.map(([url, init]) => [/(\w+)\?/.exec(url)?.[1], init?.cache])
  expect(caches).toEqual([
    ['GetChronoOfPlay', 'no-cache'],
    ['GetGameZip', 'no-cache'],
    ['Get1x2_VZip', 'default'],
  ])
})
