// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { ApiError } from '#platform/web/api-error.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { IdleProof } from './IdleProof.tsx'

vi.mock('./ConfirmModal.tsx', () => {
  throw new Error('the file did not come')
})

const idle = () => {
  const request = { method: 'POST', url: '/', params: null, headers: {}, statusCode: 401 }
  return new ApiError({ message: '', title: '', status: 401, request, response: { Success: false, ErrorCode: 403, Error: 'Confirm' } })
}

it('a call that moves money is refused when the question for the password cannot be loaded, and so is the next one', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: (key: string) => (ui as Record<string, string>)[key] ?? key }}>
      <IdleProof />
    </UiSettingsProvider>,
  )
  for (let press = 0; press < 2; press += 1) {
    let said = ''
    void moneyCall(() => Promise.reject(idle())).catch((error: Error) => (said = error.message))
    await vi.waitFor(() => expect(said).toBe('Confirm'))
  }
  root.unmount()
  log.mockRestore()
})
