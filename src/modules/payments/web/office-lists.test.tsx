// @vitest-environment happy-dom
/** Lists of the cashier: a page stands until the next one is there, and a word until the next press. */
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { Requests } from './ConsultantParts.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import Rewards from './rewards.screen.tsx'

const units = { auth, payments, ui }
const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 0n, currency, isActive: true, isBonus: false }

it('the page of requests stands until the next one has come', async () => {
  const item = { id: 1, ticket_id: 2, topic: 'Where is it', date: 1, answer: '', status: 'open' }
  const page = await sampleScreen(<Requests />, {
    units,
    answer: (_path, body) => (body['page_number'] === 1 ? { items: [item], pages: 2 } : new Promise(() => {})),
  })
  onTestFinished(page.leave)
  await page.until(() => page.says().includes(item.topic))
  await page.press(ui.older)
  await page.settle()
  expect(page.says()).toContain(item.topic)
})

it('what was exchanged before is not said of the next press', async () => {
  let presses = 0
  const reward = { id: 1, title: 'Bonus', sum: 5, price: 10, currency: 'EUR' }
  const page = await sampleScreen(<Rewards />, {
    units,
    accounts: [account],
    config: { global: { routes: [] } },
    answer: (path) => {
      if (path.endsWith('/balance-rewards')) return { points: 100, money: 0, currency: 'EUR', rewards: [reward] }
      if (!path.endsWith('/take-reward')) return undefined
      presses += 1
      return presses === 1 ? { sum: 5, currency: 'EUR' } : json({ success: false, message: 'Not now', error_code: 1 }, 500)
    },
  })
  onTestFinished(page.leave)
  const done = payments.rewards_taken.split('{{')[0]!.trim()
  await page.until(() => page.find(payments.rewards_take))
  await page.press(payments.rewards_take)
  await page.until(() => page.place.querySelector('[role="status"]'))
  expect(page.place.querySelector('[role="status"]')?.textContent).toContain(done)
  await page.until(() => page.find(payments.rewards_take))
  await page.press(payments.rewards_take)
  await page.until(() => page.says().includes('Not now'))
  expect(page.place.querySelector('[role="status"]')).toBeNull()
})

it('a payment that is called off takes its button away: the keyboard stands at the payment', async () => {
  let isOpen = true
  const item = { type: 'deposit', sum: 5, date: 1, currency: 'EUR', system: 'Card' }
  const page = await sampleScreen(<PaymentHistory archive={false} />, {
    units,
    accounts: [account],
    answer(path) {
      if (path.endsWith('/gethistorypaymentmainaccount')) {
        const first = { ...item, id: 1, ...(isOpen ? { status: 'created', call_off: 'a' } : { status: 'called_off' }) }
        return { items: [first, { ...item, id: 2, status: 'done' }], pages: 1 }
      }
      if (path.endsWith('/canceldeposit')) isOpen = false
      return {}
    },
  })
  onTestFinished(page.leave)
  const button = () => page.place.querySelector('li button')
  await page.until(button)
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await page.press(button())
  await page.press(button())
  await page.until(() => !button())
  await page.settle()
  expect(document.activeElement).toBe(page.place.querySelector('li'))
})
