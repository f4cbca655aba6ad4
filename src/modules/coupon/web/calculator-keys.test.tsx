// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import calculator from '../../../../locales/en/calculator.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import CalculatorScreen from './calculator.screen.tsx'

it('a selection that is removed leaves the keyboard at the one beside it', async () => {
  const page = await sampleScreen(<CalculatorScreen />, {
    units: { calculator, ui },
    config: { currencies: { default: 'EUR', byCountry: {} } },
    loaded: { texts: calculator, brand: 'Brand' },
  })
  onTestFinished(page.leave)
  const rows = () => [...page.place.querySelectorAll('ol > li')]
  const remove = (row: Element | undefined) => [...(row?.querySelectorAll('button') ?? [])].at(-1)
  while (rows().length < 3) await page.press(calculator.add)
  while (rows().length > 1) {
    await page.press(remove(rows().at(-1)))
    await page.settle()
    expect(document.activeElement?.closest('li')).toBe(rows().at(-1))
  }
})
