// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import PasswordRequest from './password.screen.tsx'

it('the form for a letter has the keyboard when it comes back', async () => {
  const page = await sampleScreen(<PasswordRequest />, {
    units: { auth, ui },
    player: null,
    config: { auth: { loginTypes: ['email'] } },
    answer: () => json({ data: { attributes: { nextStep: 'email' } } }),
  })
  onTestFinished(page.leave)
  const field = () => page.place.querySelector('input[name="login"]')
  expect(document.activeElement).not.toBe(field())
  await page.type(field(), 'a@b.c')
  await page.press(page.place.querySelector('button[type="submit"]'))
  await page.until(() => page.find(auth.reset_again))
  await page.press(auth.reset_again)
  expect(field() !== null && document.activeElement === field()).toBe(true)
})
