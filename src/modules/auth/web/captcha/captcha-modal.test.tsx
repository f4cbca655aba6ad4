// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { CaptchaModal } from './CaptchaModal.tsx'

it('work that failed is not called being done, and may be tried again', async () => {
  let tasks = 0
  const first = { kind: 'hosted', taskId: 'a', frame: '' } as never
  const page = await sampleScreen(<CaptchaModal first={first} onToken={() => {}} onClose={() => {}} />, {
    units: { auth, ui },
    answer: () => {
      tasks += 1
      // A task that cannot be solved.
      return { kind: 'pow', taskId: String(tasks), challenge: null }
    },
  })
  onTestFinished(page.leave)
  await page.press(auth.captcha_without)
  await page.until(() => page.says().includes(auth.captcha_failed))
  expect(page.says()).not.toContain(auth.captcha_working)
  await page.press(auth.captcha_without)
  await page.until(() => tasks === 2)
})
