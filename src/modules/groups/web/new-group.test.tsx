// @vitest-environment happy-dom
/** The form of a new group takes what stands in the coupon as it is. */
import { act } from 'react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import groups from '../../../../locales/en/groups.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { account, group } from './test-group.ts'

const request = vi.hoisted(() => vi.fn<() => Promise<unknown>>(async () => ({})))
vi.mock('#platform/web/call.ts', async (original) => ({ ...(await original<object>()), request }))
// Screens are tested in one process: the others have these modules without the mock.
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { default: JoinScreen } = await import('./join.screen.tsx')
const { default: NewGroupScreen } = await import('./new-group.screen.tsx')

let close = () => {}
afterEach(() => close())
const units = { groups, auth, ui }
const currency = { code: 'BTC', exponent: 8, symbol: '₿' }
const accounts = [{ ...account, currency }]

/** The fields of sums, once somebody has gone through them. */
async function passed(stake?: string): Promise<string[]> {
  const fields = [...document.querySelectorAll<HTMLInputElement>('form input[inputmode=decimal]')]
  for (const field of fields) {
    await act(async () => {
      field.focus()
      if (stake === undefined) return
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, stake)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => field.blur())
  }
  return fields.map(({ value }) => value)
}

it('a stake in a currency of small parts stays as it was typed', async () => {
  const leg = { title: 'Arden wins', market: '', teams: 'Arden – Northmoor', price: 2000, startsAt: Date.now() / 1000 + 86_400 }
  const state = { groupBet: { vid: 0, stake: '0.0005', events: [], legs: [leg] } }
  close = (await sampleScreen(<NewGroupScreen />, { units, at: { pathname: '/', state }, accounts })).leave
  expect(await passed()).toEqual(['0.0005', '0.0005'])
  close()
  request.mockResolvedValue({ ...group, currency })
  const joining = await sampleScreen(<JoinScreen />, { units, at: '/?code=123456', accounts })
  close = joining.leave
  await joining.until(() => document.querySelector('form'))
  expect(await passed('0.0005')).toEqual(['0.0005'])
})
