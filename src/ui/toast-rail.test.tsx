// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { Modal } from './Overlay.tsx'
import { UiSettingsProvider, type UiSettings } from './settings.tsx'
import { ToastRail } from './ToastRail.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const ui: UiSettings = { text: (key) => key, lng: 'ru', priceView: 0 }

it('a note of the page stands in the dialog that is open on top: what is outside is dark and inert', () => {
  const app = createRoot(document.body.appendChild(document.createElement('div')))
  const draw = (...titles: string[]) =>
    act(() =>
      app.render(
        <UiSettingsProvider value={ui}>
          {titles.map((title) => (
            <Modal key={title} title={title} onClose={() => {}}>
              {title}
            </Modal>
          ))}
          <ToastRail>
            <p id="note">said</p>
          </ToastRail>
        </UiSettingsProvider>,
      ),
    )
  const place = () => document.getElementById('note')!.closest('dialog')?.querySelector('h2')?.textContent
  draw()
  expect(place()).toBeUndefined()
  draw('one')
  expect(place()).toBe('one')
  draw('one', 'two')
  expect(place()).toBe('two')
  draw('one')
  expect(place()).toBe('one')
  draw()
  expect(place()).toBeUndefined()
  expect(document.querySelectorAll('#note')).toHaveLength(1)
})
