// @vitest-environment happy-dom
/** Lists and pages of groups as a player reads them. */
import { act } from 'react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import arGroups from '../../../../locales/ar/groups.json' with { type: 'json' }
import arUi from '../../../../locales/ar/ui.json' with { type: 'json' }
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import groups from '../../../../locales/en/groups.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { account, group } from './test-group.ts'

const request = vi.hoisted(() => vi.fn<(method: string, path: string) => Promise<unknown>>())
vi.mock('#platform/web/call.ts', async (original) => ({ ...(await original<object>()), request }))
// Screens are tested in one process: the others have these modules without the mock.
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { default: GroupScreen } = await import('./group.screen.tsx')
const { default: GroupsScreen } = await import('./groups.screen.tsx')

const accounts = [account]
let close = () => {}
afterEach(() => close())
const settled = () => act(() => new Promise((done) => setTimeout(done)))

it('the day on which a group was made stays in its order in a line of Arabic', async () => {
  request.mockResolvedValue({ items: [group] })
  close = (await sampleScreen(<GroupsScreen />, { units: { groups: arGroups, auth, ui: arUi }, lng: 'ar', accounts })).leave
  await settled()
  const line = [...document.querySelectorAll('small')].find((one) => one.textContent?.includes('·'))
  expect(line?.querySelector('bdi[dir=ltr]')?.textContent).toMatch(/\d+.*\d\d:\d\d/)
})

it('who has left an open group finds his way back on its page, and only while it is open', async () => {
  const way = () => document.querySelector('a[href="/en/office/groups/join?code=123456"]')?.textContent
  const page = async (more: object) => {
    request.mockResolvedValue({ ...group, ...more })
    close = (await sampleScreen(<GroupScreen />, { units: { groups, auth, ui }, at: '/3001', pattern: '/:group', accounts })).leave
    await settled()
  }
  await page({ my_state: 2, my_reason: 'left', my_sum: 20 })
  expect(document.body.textContent).toContain(groups.left_note)
  expect(way()).toBe(groups.join_again)
  close()
  await page({ my_state: 2, my_reason: 'left', my_sum: 20, status: 1, code: null, left_ms: 0 })
  expect([document.body.textContent?.includes(groups.left_note), way()]).toEqual([true, undefined])
})
