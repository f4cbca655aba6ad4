// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import account from '../../../../../locales/en/account.json' with { type: 'json' }
import auth from '../../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../../locales/en/ui.json' with { type: 'json' }
import { leaves } from '#platform/web/leaving.ts'
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import Overview from './overview.screen.tsx'

const goTo = vi.fn()
beforeEach(() => {
  goTo.mockReset()
  vi.spyOn(location, 'assign').mockImplementation(goTo)
})
afterEach(() => {
  vi.restoreAllMocks()
  leaves(false)
})

const PLAYER = { userId: 7, email: 'a@b.c', isActivated: false, isFull: true, name: '', surname: '', newTerms: [], paper: null }
const REFUSED = { success: false, error_code: 1, message: 'Failed with params: email', validation_errors: { email: ['Name your address'] } }

async function shown(sessions: () => unknown, letter: () => unknown) {
  const page = await sampleScreen(<Overview />, {
    units: { account, auth, ui },
    answer: (path) => {
      if (path.endsWith('/getuserconfig')) return PLAYER
      if (path.endsWith('/sessions/user')) return sessions()
      return path.endsWith('/sendActivationMail') ? letter() : undefined
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(account.send_letter_again))
  page.find(account.send_letter_again)!.focus()
  await page.press(account.send_letter_again)
  return page
}

it('a refusal of the letter is told, though its field is not drawn', async () => {
  const page = await shown(
    () => ({}),
    () => json(REFUSED, 422),
  )
  await page.until(() => page.says().includes('Name your address'))
  expect(goTo).not.toHaveBeenCalled()
})

it('a letter that is asked for after the session has ended leads to sign-in', async () => {
  const page = await shown(
    () => json({}, 401),
    () => json(REFUSED, 422),
  )
  await page.until(() => goTo.mock.calls.length)
  expect(goTo).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/en/login?reason=expired'))
})

it('a letter that was sent leaves the keyboard at its card', async () => {
  const page = await shown(
    () => ({}),
    () => ({ sent: true, resend_after: 60 }),
  )
  await page.until(() => page.says().includes(account.letter_sent_short))
  await page.settle()
  expect(document.activeElement?.matches('section')).toBe(true)
})
