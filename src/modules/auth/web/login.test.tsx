// @vitest-environment happy-dom
/** The sign-in: a number that was mistyped, and a person of another service who waits to be linked. */
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen, type Answer } from '#platform/web/sample-screen.tsx'
import { storage } from '#platform/web/storage.ts'
import { loaderArgs, thrown } from '../../../../test/support/loader-args.ts'
import { linkPendingSocial, forgetPendingSocial, keepPendingSocial, readPendingSocial } from './social/pending-social.ts'
import Login, { loader } from './login.screen.tsx'

async function shown(answer: Answer, loginTypes: readonly string[], at = '/en/login') {
  const page = await sampleScreen(<Login />, {
    units: { auth, ui },
    at,
    player: null,
    config: { auth: { loginTypes, social: [], passkeys: false }, registration: { types: [] } },
    answer,
  })
  onTestFinished(page.leave)
  return page
}

it('a number that was mistyped is corrected after its code was sent', async () => {
  const sent: unknown[] = []
  const page = await shown(
    (path, body) => {
      if (!path.endsWith('/send-code')) return undefined
      sent.push(body['phone'])
      return { authId: `for ${String(body['phone'])}`, code_length: 6, resend_after: 60 }
    },
    ['phone'],
  )
  await page.press(auth.by_sms)
  const field = (name: string) => page.place.querySelector(`input[name="${name}"]`)
  const submit = () => page.press(page.place.querySelector('button[type="submit"]'))
  await page.type(field('phone'), '+77010000001')
  await submit()
  await page.until(() => field('sms_code'))
  await page.type(field('phone'), '+77010000002')
  expect([field('sms_code'), page.find(auth.send_code) !== undefined]).toEqual([null, true])
  await submit()
  await page.until(() => field('sms_code'))
  expect(sent).toEqual(['+77010000001', '+77010000002'])
})

it('who does not want to be remembered is not remembered by a code of the phone either', async () => {
  const said: unknown[] = []
  const page = await shown(
    (path, body) => {
      if (path.endsWith('/check-code')) said.push(body['remember'])
      return path.endsWith('/send-code') ? { authId: 'a', code_length: 6, resend_after: 60 } : undefined
    },
    ['phone'],
  )
  const field = (name: string) => page.place.querySelector(`input[name="${name}"]`)
  const submit = () => page.press(page.place.querySelector('button[type="submit"]'))
  await page.press(page.place.querySelector('input[type="checkbox"]'))
  await page.press(auth.by_sms)
  await page.type(field('phone'), '+77010000001')
  await submit()
  await page.until(() => field('sms_code'))
  await page.type(field('sms_code'), '123456')
  await submit()
  await page.until(() => said.length)
  expect(said).toEqual([false])
})

const person = { authId: 'a', profile: { email: '', name: 'A', provider: 'google' } } as const

it('a person of a service is linked when his owner has said so, and may be sent away', async () => {
  await keepPendingSocial({ ...person, link: false })
  onTestFinished(forgetPendingSocial)
  const linked: string[] = []
  const page = await shown(
    (path) => {
      if (path.endsWith('/social/link')) linked.push(path)
      return path.endsWith('/social/link') ? {} : undefined
    },
    ['email'],
  )
  await page.until(() => page.find(auth.social_link_yes))
  await linkPendingSocial()
  expect(linked).toEqual([])
  await page.press(auth.social_link_yes)
  expect(await readPendingSocial()).toMatchObject({ link: true })
  await page.press(auth.social_link_no)
  expect(await readPendingSocial()).toBeNull()
  expect([page.find(auth.social_link_yes), page.find(auth.social_link_no)]).toEqual([undefined, undefined])
  await keepPendingSocial({ ...person, link: true })
  await linkPendingSocial()
  expect(linked).toHaveLength(1)
})

it('the way back is kept for a letter that leads elsewhere alone: whoever signs in here next would be led there', async () => {
  const page = await shown(() => undefined, ['email'], '/en/login?return=%2Fen%2Foffice%2Fpayments')
  await page.until(() => page.find(auth.forgot))
  expect(await storage.get('returnUrl')).toBeNull()
  await page.press(auth.forgot)
  await page.until(async () => (await storage.get('returnUrl')) !== null)
  expect(await storage.get('returnUrl')).toBe('/en/office/payments')
  await storage.remove('returnUrl')
})

it.each([
  ['?return=%2Fen%2Foffice%2Fsecurity', '/en/office/security'],
  ['?return=%2F%2Fevil.example', '/en'],
  ['?return=%2Fen%2Flogin', '/en'],
  ['', '/en'],
])('who has signed in meanwhile goes on from %j to %s', async (query, to) => {
  const { args } = loaderArgs({ address: `/en/login${query}`, player: { id: 7 }, answer: () => undefined })
  expect(await loader(args).catch(thrown)).toMatchObject({ status: 302, location: to })
})
