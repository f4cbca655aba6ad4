// @vitest-environment happy-dom
/** Ways to pay by the keyboard: an arrow goes where it points, also where a page begins at the right. */
import { act, useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { MethodTiles } from './MethodTiles.tsx'

const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 0n, currency, isActive: true, isBonus: false }
const methods = [1, 2, 3].map((id) => ({ id, name: `Way ${id}`, group: 'cards', min: 5, max: 1000, fee: 0, drawing: 'card' }))

function Ways() {
  const [value, setValue] = useState(2)
  return <MethodTiles methods={methods} value={value} onChange={setValue} account={account} />
}

it.each([
  ['ltr', 'ArrowRight', 'Way 3'],
  ['ltr', 'ArrowLeft', 'Way 1'],
  ['rtl', 'ArrowRight', 'Way 1'],
  ['rtl', 'ArrowLeft', 'Way 3'],
  ['ltr', 'ArrowDown', 'Way 3'],
  ['rtl', 'ArrowDown', 'Way 3'],
  ['rtl', 'ArrowUp', 'Way 1'],
])('%s: %s leads from the second to %s', async (dir, key, name) => {
  const page = await sampleScreen(<Ways />, { units: { payments, ui } })
  onTestFinished(page.leave)
  // The environment has no styles of its own for the attribute `dir`.
  page.place.style.direction = dir
  const chosen = () => page.place.querySelector<HTMLElement>('[aria-checked="true"]')!
  chosen().focus()
  await act(async () => void chosen().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  expect([chosen().querySelector('strong')?.textContent, document.activeElement === chosen()]).toEqual([name, true])
})
