// @vitest-environment happy-dom
/** A press whose answer was lost, and the payment had an end before the next one. */
import { act } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { DepositForm } from './DepositForm.tsx'

const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 0n, currency, isActive: true, isBonus: false }
const card = { id: 1, name: 'Bank card', group: 'cards', min: 5, max: 1000, fee: 0, drawing: 'card' }

it.each([
  ['called_off', payments.watch_called_off],
  ['done', payments.watch_done],
])('of one that is %s it says so, asks for balances again, and the next press is another payment', async (state, said) => {
  const keys: string[] = []
  const answers = [new Response('', { status: 502 }), { id: 'a', state }]
  const refresh = vi.fn<() => void>()
  const { place, leave } = await sampleScreen(<DepositForm account={account} methods={[card]} method={1} wanted="25" tax={null} />, {
    units: { auth, payments, ui },
    accounts: [account],
    refresh,
    answer(path, { request_key: key }) {
      if (!path.endsWith('/office/deposit')) return {}
      keys.push(String(key))
      return answers.shift() ?? new Promise(() => {})
    },
  })
  onTestFinished(leave)
  const press = async (times: number) => {
    act(() => place.querySelector<HTMLButtonElement>('button[type="submit"]')!.click())
    await act(() => vi.waitFor(() => expect(keys).toHaveLength(times)))
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
  await press(1)
  expect(place.textContent).not.toContain(said)
  await press(2)
  expect(keys[1]).toBe(keys[0])
  expect([place.querySelector('[role="status"]')?.textContent, refresh.mock.calls.length]).toEqual([said, 1])
  await press(3)
  expect(keys[2]).not.toBe(keys[0])
  expect(place.textContent).not.toContain(said)
})
