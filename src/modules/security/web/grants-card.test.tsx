// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import security from '../../../../locales/en/security.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { GrantsCard } from './GrantsCard.tsx'
import { SocialCard } from './SocialCard.tsx'

const units = { auth, security, ui }
const REFUSAL = () => json({ success: false, message: 'Not now', error_code: 1 }, 500)

it('taking one grant away is busy with that one, and says that it was refused', async () => {
  let answer = (_given: Response) => {}
  const page = await sampleScreen(<GrantsCard />, {
    units,
    answer: (path) =>
      path.endsWith('/grants')
        ? { grants: ['a', 'b'].map((client_id) => ({ client_id, title: client_id, date: 1 })) }
        : new Promise((given) => (answer = given)),
  })
  onTestFinished(page.leave)
  const buttons = () => [...page.place.querySelectorAll('li button')]
  await page.until(() => buttons().length === 2)
  await page.press(buttons()[0])
  await page.settle()
  expect(buttons().map((one) => one.getAttribute('aria-busy'))).toEqual(['true', null])
  answer(REFUSAL())
  await page.until(() => page.says().includes('Not now'))
})

it('what was refused before is not said of the next press', async () => {
  let presses = 0
  const page = await sampleScreen(<SocialCard />, {
    units,
    answer: (path) => {
      if (path.endsWith('/linked')) return { offered: [], linked: [{ provider: 'google', name: 'A' }] }
      presses += 1
      return presses === 1 ? REFUSAL() : new Promise(() => {})
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(security.social_unlink))
  await page.press(security.social_unlink)
  await page.until(() => page.says().includes('Not now'))
  await page.press(page.place.querySelector('li button'))
  await page.until(() => presses === 2)
  expect(page.says()).not.toContain('Not now')
})
