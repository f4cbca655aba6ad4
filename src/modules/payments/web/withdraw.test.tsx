// @vitest-environment happy-dom
/** A withdrawal whose answer was lost: the form that holds its key outlives what the page asks beside it. */
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import Withdraw from './withdraw.screen.tsx'

const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 10_000n, currency, isActive: true, isBonus: false }
const card = { id: 1, name: 'Bank card', group: 'cards', min: 5, max: 1000, fee: 0, drawing: 'card', needs_address: false, hours: 1 }

it('is asked again with its key after a balance that moved and a read that failed', async () => {
  const keys: unknown[] = []
  let reads = 0
  const page = await sampleScreen(<Withdraw />, {
    units: { auth, payments, ui },
    accounts: [account],
    answer: (path, body) => {
      if (path.endsWith('/getwithdrawdata')) {
        reads += 1
        if (reads > 1) throw new TypeError('no network')
        return { methods: [card], available: 100, held_until: 0 }
      }
      if (path.endsWith('/office/withdraw')) {
        keys.push(body['request_key'])
        throw new TypeError('the answer is lost')
      }
      return path.endsWith('/getwithdrawals') ? { items: [], pages: 0 } : undefined
    },
  })
  onTestFinished(page.leave)
  const form = () => page.place.querySelector('form')
  const press = () => page.press(page.place.querySelector('button[type="submit"]'))
  await page.until(form)
  await page.type(page.place.querySelector('form input[name="sum"]'), '25')
  await press()
  await page.until(() => keys.length === 1)
  await page.setAccounts([{ ...account, balance: 7_500n }])
  await page.until(() => reads > 1)
  await page.settle()
  await press()
  await page.until(() => keys.length === 2)
  expect(keys[1]).toBe(keys[0])
})
