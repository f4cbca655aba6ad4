// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { WithdrawalList } from './WithdrawalList.tsx'

const ITEM = { id: 'a', number: 4, sum: 0.0012, fee: 0, currency: 'BTC', system: 'Bitcoin', state: 'paid', reason: '', send_after: 0 }

const units = { auth, payments, ui }
const account = { id: 7, name: 'EUR', balance: 0n, currency: { code: 'EUR', symbol: '€', exponent: 2 }, isActive: true, isBonus: false }

it('a sum in a currency whose account was closed has all its decimals', async () => {
  const page = await sampleScreen(<WithdrawalList />, {
    units,
    accounts: [account],
    answer: (path) =>
      path.endsWith('/getwithdrawals')
        ? { items: [{ ...ITEM, waits_for_cover: false, hours: 1, can_cancel: false, steps: [] }], pages: 1 }
        : undefined,
  })
  onTestFinished(page.leave)
  await page.until(() => page.place.querySelector('article'))
  expect(page.place.querySelector('header strong')?.textContent).toContain('0.0012')
})

/** Pressed by the keyboard, which has a place on the page to lose. */
async function shown() {
  let cancels = 0
  let state = 'requested'
  const refusals: unknown[] = []
  const page = await sampleScreen(<WithdrawalList />, {
    units,
    accounts: [account],
    answer(path) {
      if (path.endsWith('/getwithdrawals'))
        return { items: [{ ...ITEM, state, waits_for_cover: false, hours: 1, can_cancel: state === 'requested', steps: [] }], pages: 1 }
      if (!path.endsWith('/cancelwithdrawal')) return undefined
      cancels += 1
      const refusal = refusals.shift()
      if (!refusal) state = 'cancelled'
      return refusal ?? {}
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(payments.cancel))
  const press = async (name: string) => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await page.press(name)
  }
  return { ...page, press, refusals, cancels: () => cancels }
}

it('a request that is cancelled says so, and the keyboard stands at it', async () => {
  const page = await shown()
  await page.press(payments.cancel)
  expect(page.cancels()).toBe(0)
  await page.press(payments.cancel_sure)
  await page.until(() => page.says().includes(payments.withdrawal_state_cancelled))
  await page.settle()
  expect(document.activeElement).toBe(page.place.querySelector('article'))
  expect(document.querySelector('[role="status"]')?.textContent).toContain(payments.step_cancelled)
})

it('a refusal is told once: the next press takes it away', async () => {
  const page = await shown()
  page.refusals.push(json({ success: false, error: 'Not now', error_code: 1 }, 500), new Promise(() => {}))
  for (const name of [payments.cancel, payments.cancel_sure]) await page.press(name)
  await page.until(() => document.querySelector('[role="alert"]'))
  for (const name of [payments.cancel, payments.cancel_sure]) await page.press(name)
  expect([page.cancels(), document.querySelector('[role="alert"]')]).toEqual([2, null])
})
