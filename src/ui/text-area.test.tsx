// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UiSettingsProvider } from './settings.tsx'
import { TextArea } from './TextArea.tsx'

const said = (length: number) => {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(
    <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: (key, params) => `${key} ${params?.['n']}` }}>
      <TextArea label="Message" hint="In your words" value={'x'.repeat(length)} onChange={() => {}} maxLength={100} />
    </UiSettingsProvider>,
  )
  const box = place.querySelector('textarea')!
  expect(box.maxLength).toBe(100)
  return place.querySelector(`[id="${box.getAttribute('aria-describedby')}"]`)!.textContent
}

it('near its end the room that is left is told, and at the end that no more fits', () => {
  expect([0, 89, 90, 99, 100].map(said)).toEqual(['In your words', 'In your words', 'text_left 10', 'text_left 1', 'text_full 100'])
})
