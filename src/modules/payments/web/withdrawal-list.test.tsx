// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { WithdrawalList } from './WithdrawalList.tsx'

const ITEM = { id: 'a', number: 4, sum: 0.0012, fee: 0, currency: 'BTC', system: 'Bitcoin', state: 'paid', reason: '', send_after: 0 }

it('a sum in a currency whose account was closed has all its decimals', async () => {
  const currency = { code: 'EUR', symbol: '€', exponent: 2 }
  const page = await sampleScreen(<WithdrawalList />, {
    units: { auth, payments, ui },
    accounts: [{ id: 7, name: 'EUR', balance: 0n, currency, isActive: true, isBonus: false }],
    answer: (path) =>
      path.endsWith('/getwithdrawals')
        ? { items: [{ ...ITEM, waits_for_cover: false, hours: 1, can_cancel: false, steps: [] }], pages: 1 }
        : undefined,
  })
  onTestFinished(page.leave)
  await page.until(() => page.place.querySelector('article'))
  expect(page.place.querySelector('header strong')?.textContent).toContain('0.0012')
})
