// @vitest-environment happy-dom
/** The page that joins a group: what it asks for again and again, and what it says once the group is over. */
import { act } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SessionAccount } from '#platform/web/session.tsx'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import groups from '../../../../locales/en/groups.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { account, group } from './test-group.ts'

const request = vi.hoisted(() => vi.fn<(method: string, path: string, options: { body: object }) => Promise<unknown>>())
vi.mock('#platform/web/call.ts', async (original) => ({ ...(await original<object>()), request }))
// Screens are tested in one process: the others have these modules without the mock.
vi.resetModules()
afterAll(() => vi.resetModules())
const { ApiError } = await import('#platform/web/api-error.ts')
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { default: JoinScreen } = await import('./join.screen.tsx')

function refusal(statusCode: number, message: string): Error {
  const asked = { method: 'POST', url: '/web-api/office/groups/find', params: null, headers: {}, statusCode }
  return new ApiError({ title: '', status: statusCode, message, request: asked })
}

let close = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  request.mockReset()
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

const words = () => document.body.textContent ?? ''
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function open(accounts: readonly SessionAccount[] = [account]) {
  close = (await sampleScreen(<JoinScreen />, { units: { groups, auth, ui }, at: '/?code=123456', accounts })).leave
  await pass(1)
}

it('a group that is over is asked for no more, and its form is gone', async () => {
  request.mockResolvedValue(group)
  await open()
  expect(words()).toContain(groups.join)
  await pass(10_000)
  expect(request).toHaveBeenCalledTimes(2)
  // The very group that is shown, so that it is no guess.
  expect(request.mock.calls.map(([, , { body }]) => (body as { group_id?: number }).group_id)).toEqual([undefined, 3001])
  request.mockRejectedValue(refusal(404, groups.problem_over))
  await pass(10_000)
  expect(request).toHaveBeenCalledTimes(3)
  expect(words()).toContain(groups.problem_over)
  expect(words()).not.toContain(groups.join)
  expect(words()).not.toContain('Our boys')
  await pass(120_000)
  expect(request).toHaveBeenCalledTimes(3)
})

it('what only a lost connection says is asked again: the group is shown as it was', async () => {
  request.mockResolvedValue(group)
  await open()
  request.mockRejectedValue(refusal(0, 'no connection'))
  await pass(10_000)
  expect(words()).toContain('Our boys')
  request.mockResolvedValue({ ...group, name: 'Our girls' })
  await pass(10_000)
  expect(words()).toContain('Our girls')
})

it('who has no account in the currency of the group is told so before he fills anything in, and where it is opened', async () => {
  request.mockResolvedValue(group)
  const own = { ...account, id: 2, currency: { code: 'EUR', exponent: 2, symbol: '€' } }
  await open([own, { ...account, isBonus: true }])
  expect(words()).toContain(groups.problem_no_account.replace('{{currency}}', 'KZT'))
  expect(words()).not.toContain(groups.join)
  expect(document.querySelector('a[href="/en/office#wallets"]')?.textContent).toBe(groups.open_account)
  close()
  // Nobody is refused while his accounts are still being asked for.
  await open([])
  expect(words()).toContain(groups.join)
  close()
  await open([own, account])
  expect(words()).toContain(groups.join)
})
