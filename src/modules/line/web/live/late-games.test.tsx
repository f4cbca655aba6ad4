// @vitest-environment happy-dom
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import site from '../../../../../locales/en/site.json'
import { segmentsOf } from '../model/periods.ts'
import { listQuery } from '../model/queries.ts'
import { LINE } from '../model/types.ts'
import type { SamplePage } from '../sample-page.tsx'

const row = (CI: number, more: object) => ({ I: CI, CI, KI: 3, S: 1_790_000_000, SI: 1, LI: 7, L: 'Cup', O1: 'A', O2: 'B', ...more })
/** Answers by the hours that are asked for: the feed orders by start, so what was put off days ago leads. */
const rows = (search: URLSearchParams) =>
  search.get('minOffset') === '120'
    ? [row(4, { SST: 1, B: 9_000 })]
    : search.get('minOffset') === '240'
      ? []
      : [row(1, { SST: 2 }), row(2, { SST: 2, B: 60 }), row(3, { SST: 1 })]
vi.mock('#platform/web/call.ts', () => ({
  request: async (_method: string, _path: string, { query }: { query: Record<string, string> }) => ({
    Value: rows(new URLSearchParams(query)),
  }),
}))
vi.resetModules()
afterAll(() => vi.resetModules())
const { samplePage } = await import('../sample-page.tsx')
const { useLists } = await import('./use-lists.ts')
const { SectionHead } = await import('../table/Heads.tsx')

const SEGMENTS = segmentsOf('all', 0).map(({ id, query }) => ({
  id,
  query: (page: number) => listQuery({ kind: LINE, lng: 'en', page, times: query }),
}))
let page: SamplePage
afterEach(() => page.leave())

function Lists() {
  const lists = useLists('late', SEGMENTS)
  return (
    <>
      <button onClick={lists.more}>more</button>
      <ol>
        {lists.segments.map(({ id, games }) => (
          <li key={id}>
            <SectionHead id={id} rowIndex={1} />
            {games.map(({ ci }) => ci).join()}
          </li>
        ))}
      </ol>
    </>
  )
}

it('a game that was put off and whose time has passed stands behind all hours, when they have been read', async () => {
  page = await samplePage(<Lists />, { units: { site } })
  const said = () => [...page.place.querySelectorAll('li')].map((one) => one.textContent)
  await page.until(() => said().join().includes('2,3'))
  expect(said()).toEqual([`${site.section_soon}2,3`])
  await page.press('more')
  // Headings have digits too: the next page is asked only when this one has been read.
  await page.until(() => said()[1] === `${site.section_next}4`)
  await page.press('more')
  await page.until(() => said().length > 3)
  expect(said()).toEqual([`${site.section_soon}2,3`, `${site.section_next}4`, site.section_later, `${site.section_late}1`])
})
