// @vitest-environment happy-dom
/** A question about money stays as far as it is written while a later read of the topics fails. */
import { act } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import Consultant from './consultant.screen.tsx'

const topic = (id: number, title: string) => ({ id, title, needs_transaction: false, fields: [] })

it('with its topic', async () => {
  let reads = 0
  const page = await sampleScreen(<Consultant />, {
    units: { auth, payments, ui },
    at: '/en/office/payment-consultant/create',
    answer(path) {
      if (!path.endsWith('/topics')) return undefined
      reads += 1
      return reads === 1 ? { topics: [topic(5, 'How to pay'), topic(6, 'Something else')] } : json({}, 500)
    },
  })
  onTestFinished(page.leave)
  const chosen = () => document.querySelector('select')
  await page.until(chosen)
  const select = chosen()!
  await act(async () => {
    select.value = '6'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.settle()
  await page.client.refetchQueries({ queryKey: ['consultant-topics'] })
  await page.settle()
  expect(reads).toBe(2)
  expect([chosen() === select, chosen()?.value, page.find(ui.retry)]).toEqual([true, '6', undefined])
})
