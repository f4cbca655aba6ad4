// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import account from '../../../../locales/en/account.json' with { type: 'json' }
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import security from '../../../../locales/en/security.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { NumberForm } from './phone-forms.tsx'

it('a code that goes to a messenger is not called one by SMS', async () => {
  const { place, press, leave } = await sampleScreen(<NumberForm ask={() => Promise.resolve()} onCancel={() => {}} />, {
    units: { account, auth, security, ui },
    answer: () => new Promise(() => {}),
  })
  onTestFinished(leave)
  const button = () => place.querySelector('button[type="submit"]')!.textContent
  expect(button()).toBe('Get the code by SMS')
  await press(place.querySelector('input[type="checkbox"]'))
  expect(button()).toBe('Get the code')
})
