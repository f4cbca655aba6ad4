// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import account from '../../../../locales/en/account.json' with { type: 'json' }
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import security from '../../../../locales/en/security.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import Security from './security.screen.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

const FLAGS = {
  email: 'a@b.c',
  phone: '',
  isActivated: true,
  emailConfirmed: true,
  login: 'a@b.c',
  authByEmail: true,
  hasQuestion: false,
  hasTwoFactor: false,
  mustChangePassword: false,
}
const CONFIG = { hosts: [], auth: { twoFactorSms: false, loginTypes: ['email'], social: [] }, registration: { types: [] } }

it('codes that are shown once stay when what the page asks anew does not come', async () => {
  let reads = 0
  const page = await sampleScreen(<Security />, {
    units: { account, auth, security, ui },
    config: CONFIG,
    answer: (path) => {
      if (path.endsWith('/gettwofactorqrcodeurl')) return { qr_code_url: 'data:,', qr_link: 'otpauth://x', code: 'ABCD' }
      if (path.endsWith('/twofactorauthenable')) return { recovery_codes: ['1111-2222', '3333-4444'] }
      if (!path.endsWith('/getuserconfig')) return undefined
      reads += 1
      if (reads > 1) throw new TypeError('no network')
      return FLAGS
    },
  })
  onTestFinished(page.leave)
  const card = () => page.place.querySelector('#two-factor')!
  await page.until(() => card().querySelector('button'))
  await page.press(card().querySelector('button'))
  await page.until(() => card().querySelector('input'))
  await page.type(card().querySelector('input'), '123456')
  await page.press(card().querySelector('button[type="submit"]'))
  await page.until(() => reads > 1)
  await page.settle()
  expect(page.says()).toContain('1111-2222')
})

async function shown(answer: (path: string) => unknown = () => undefined) {
  const page = await sampleScreen(<Security />, {
    units: { account, auth, security, ui },
    config: CONFIG,
    answer: (path) => (path.endsWith('/getuserconfig') ? FLAGS : answer(path)),
  })
  onTestFinished(page.leave)
  await page.until(() => page.place.querySelector('#question button'))
  return page
}

it.each(['question', 'email', 'phone'])('the keyboard stays in the card of %s when its form opens and is left', async (id) => {
  const page = await shown()
  const card = page.place.querySelector(`#${id}`)!
  const isThere = () => card.contains(document.activeElement)
  await page.press(card.querySelector('button'))
  await page.until(() => card.querySelector('form'))
  await page.settle()
  expect(isThere()).toBe(true)
  await page.press([...card.querySelectorAll('button')].find(({ textContent }) => textContent === security.cancel))
  await page.until(() => !card.querySelector('form'))
  await page.settle()
  expect(isThere()).toBe(true)
})

it('a login that was saved is not said to be saved beside an error, nor beside another text', async () => {
  const page = await shown((path) => (path.endsWith('/login') ? { login: 'arthur' } : undefined))
  const card = page.place.querySelector('#login')!
  const write = (text: string) => page.type(card.querySelector('input[name="login"]'), text)
  const save = () => page.press(card.querySelector('button[type="submit"]'))
  const isTold = () => card.textContent?.includes(security.login_saved)
  const saved = async () => {
    await write('arthur')
    await save()
    await page.until(isTold)
  }
  await saved()
  await write('ar')
  expect(isTold()).toBe(false)
  await saved()
  await page.press(card.querySelector('input[type="checkbox"]'))
  expect(isTold()).toBe(false)
})

it('the second factor asks for the password where the sign-in is old, and goes on by itself: for the seed and for turning it on', async () => {
  const fresh = { seed: false, on: false }
  const asked: string[] = []
  const prove = () => json({ success: false, error_code: 48, message: 'Prove yourself' })
  const pair = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  )
  const spki = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))))
  const page = await sampleScreen(<TwoFactorCard enabled={false} hasMail />, {
    units: { account, auth, security, ui },
    config: CONFIG,
    answer: (path) => {
      asked.push(path.split('/').at(-1)!)
      if (path.endsWith('/publickey')) return { public_key: spki }
      if (path.endsWith('/user/confirm')) {
        fresh.on = fresh.seed
        fresh.seed = true
        return { confirmed: true }
      }
      if (path.endsWith('/gettwofactorqrcodeurl'))
        return fresh.seed ? { qr_code_url: 'data:,', qr_link: 'otpauth://x', code: 'ABCD' } : prove()
      if (path.endsWith('/twofactorauthenable')) return fresh.on ? { recovery_codes: ['1111-2222'] } : prove()
      return undefined
    },
  })
  onTestFinished(page.leave)
  const password = () => document.querySelector('input[type="password"]')
  const confirm = async () => {
    await page.until(password)
    await page.type(password(), 'violet tractor')
    await page.press(password()!.closest('form')!.querySelector('button[type="submit"]'))
    await page.until(() => !password())
  }
  await page.press(security.turn_on)
  await confirm()
  const code = () => page.place.querySelector('#two-factor input')
  await page.until(code)
  await page.type(code(), '123456')
  await page.press(page.place.querySelector('#two-factor button[type="submit"]'))
  await confirm()
  await page.until(() => page.says().includes('1111-2222'))
  expect(asked.filter((name) => name !== 'publickey')).toEqual([
    'gettwofactorqrcodeurl',
    'confirm',
    'gettwofactorqrcodeurl',
    'twofactorauthenable',
    'confirm',
    'twofactorauthenable',
  ])
})
