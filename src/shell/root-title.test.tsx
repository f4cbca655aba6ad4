import { expect, test } from 'vitest'
import { meta } from '../root.tsx'
import { blockedTitle } from '#platform/web/page-title.ts'
import { makeRootData } from '#platform/web/root-data.ts'

test('a page whose loader has refused is called by what stands there, and belongs into no search engine', () => {
  const shell = {
    not_found_title: 'No such page',
    failure_title: 'Could not be opened',
    blocked_title: 'No site here',
    page_blocked_title: 'Not available',
  }
  const visit = { lng: 'en', allowed: true, config: { customize: { name: 'Brand' } } }
  const rootOf = (visitor: object) => makeRootData(visitor as never, '', () => ({ shell }))
  const root = rootOf(visit)
  const refused = (status: number) => ({ status, statusText: '', internal: false, data: null })
  const titleOf = (error: unknown) => {
    const [title, robots] = meta({ loaderData: root, error } as never) as object[]
    expect(robots).toEqual({ name: 'robots', content: 'noindex' })
    return (title as { title: string }).title
  }
  expect([titleOf(refused(404)), titleOf(refused(451)), titleOf(refused(500)), titleOf(new Error('x'))]).toEqual([
    'No such page · Brand',
    'Not available · Brand',
    'Could not be opened · Brand',
    'Could not be opened · Brand',
  ])
  expect(meta({ loaderData: root } as never)).toEqual([{ title: 'Brand' }])
  // Where the whole site is closed it says so, whatever was asked for.
  expect(blockedTitle(rootOf({ ...visit, allowed: false }))).toBe('No site here · Brand')
})
