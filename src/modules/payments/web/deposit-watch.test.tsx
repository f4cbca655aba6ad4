// @vitest-environment happy-dom
/** A deposit that is asked for until it has an end. */
import { act } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { DepositWatch } from './DepositWatch.tsx'

const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 0n, currency, isActive: true, isBonus: false }
const STATE = { id: 'a', sum: 25, currency: 'EUR', state: 'pending', is_first: true, pay_url: '', call_off: null }

async function watched(answer: (asked: number) => unknown, callOff = () => {}) {
  // The page asks every two seconds; the test does not wait for them.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  let asked = 0
  const page = await sampleScreen(<DepositWatch id="a" onClose={() => {}} />, {
    units: { auth, payments, ui },
    accounts: [account],
    answer(path) {
      if (path.endsWith('/canceldeposit')) return (callOff(), {})
      return path.endsWith('/getdeposit') ? answer((asked += 1)) : undefined
    },
  })
  onTestFinished(() => {
    page.leave()
    vi.useRealTimers()
  })
  const pass = async () => {
    await act(() => vi.advanceTimersByTimeAsync(2_100))
    await page.settle()
  }
  await page.until(() => asked > 0)
  await page.settle()
  return { ...page, pass, asked: () => asked }
}

it('one answer that does not come takes nothing away, and it is asked for again', async () => {
  const page = await watched((asked) => {
    if (asked === 2) throw new TypeError('no network')
    return { ...STATE, state: asked > 2 ? 'done' : 'pending' }
  })
  expect(page.says()).toContain(payments.watch_pending)
  await page.pass()
  expect([page.asked(), page.says().includes(payments.problem_unknown_deposit)]).toEqual([2, false])
  expect(page.says()).toContain(payments.watch_pending)
  await page.pass()
  expect(page.says()).toContain(payments.watch_done)
})

it('the first answer that does not come is no payment that nobody knows', async () => {
  const page = await watched((asked) => {
    if (asked === 1) throw new TypeError('no network')
    return STATE
  })
  expect([page.says().includes(payments.problem_unknown_deposit), page.find(ui.retry) !== undefined]).toEqual([false, true])
  await page.pass()
  expect(page.says()).toContain(payments.watch_pending)
})

it('one that nobody knows is not asked for for ever', async () => {
  const page = await watched(() => json({ success: false, error: 'unknown', error_code: 404 }, 404))
  expect(page.says()).toContain(payments.problem_unknown_deposit)
  await page.pass()
  await page.pass()
  expect(page.asked()).toBe(1)
})

it('one that is called off takes its button away: the keyboard stands at what is said of it', async () => {
  let state = 'created'
  const page = await watched(
    () => ({ ...STATE, state, call_off: state === 'created' ? 'a' : undefined }),
    () => void (state = 'called_off'),
  )
  const button = () => page.place.querySelector(`button[aria-label^="${payments.call_off}"]`)
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await page.press(button())
  await page.press(button())
  await page.until(() => page.says().includes(payments.watch_called_off))
  await page.settle()
  expect(button()).toBeNull()
  expect(document.activeElement?.textContent).toContain(payments.watch_called_off)
  expect(document.activeElement).not.toBe(document.body)
})
