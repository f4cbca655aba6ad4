// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import protection from '../../../../locales/en/protection.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { MonthsCard } from './OwnPlayCards.tsx'
import { TestCard } from './TestCard.tsx'

const units = { protection, auth, ui }

it('the keyboard stays at the months when all of them are shown', async () => {
  const page = await sampleScreen(<MonthsCard />, { units, answer: () => ({ months: [], currency: 'EUR' }) })
  onTestFinished(page.leave)
  await page.press(protection.months_more)
  await page.settle()
  expect(document.activeElement?.matches('section')).toBe(true)
})

it('the keyboard stays in the test from its start to its result', async () => {
  const page = await sampleScreen(<TestCard />, {
    units,
    config: { responsible: { helpLine: null } },
    answer: () => ({ score: 0, level: 'low', advice: 'Fine' }),
  })
  onTestFinished(page.leave)
  const isThere = () => document.querySelector('#test')!.contains(document.activeElement)
  await page.press(protection.test_start)
  await page.settle()
  expect(isThere()).toBe(true)
  while (page.find(protection.next) ?? page.find(protection.test_finish)) {
    await page.press(page.place.querySelector('input[type="radio"]'))
    await page.press(page.find(protection.next) ? protection.next : protection.test_finish)
    await page.settle()
    expect(isThere()).toBe(true)
  }
  expect(page.says()).toContain('Fine')
})

it('the keyboard stays at a limit that is to be removed, and at one that stays as it is', async () => {
  const limit = { id: 1, type: 'deposit', period: 'day', amount: 100, minutes: null, currency: 'EUR', used: 0, restartsAt: null }
  let pending: object | null = null
  const page = await sampleScreen(<LimitsCard />, {
    units,
    answer: (path) => {
      if (path.endsWith('/limits')) return { limits: [{ ...limit, pending }], closed: null }
      if (path.endsWith('/availablelimits')) return { types: [], raiseWait: 0, windows: 'calendar', selfExclude: { periods: [] } }
      pending = path.endsWith('/limitaction') ? null : { isRemoval: true, activeFrom: 1, confirmUntil: 2 }
      return {}
    },
  })
  onTestFinished(page.leave)
  const isThere = () => document.activeElement?.matches('li') === true
  await page.until(() => page.find(protection.remove))
  await page.press(protection.remove)
  await page.until(() => page.find(protection.pending_cancel))
  await page.settle()
  expect(isThere()).toBe(true)
  await page.press(protection.pending_cancel)
  await page.until(() => page.find(protection.remove))
  await page.settle()
  expect(isThere()).toBe(true)
})
