// @vitest-environment happy-dom
/** Keys of the player's devices: why none was made, another name, and an end that is asked about first. */
import { act } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import security from '../../../../locales/en/security.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }

const OFFICE = '/web-api/office/passkeys'
let passkeys: { id: string; name: string; created: number; used: number; synced: boolean }[] = []
const called: unknown[] = []
vi.mock('#platform/web/call.ts', () => ({
  call: async (_method: string, path: string, { body }: { body?: { id: string; name?: string } }) => {
    if (path === OFFICE) return { passkeys: passkeys.map((one) => ({ ...one })), offered: true }
    called.push([path.slice(OFFICE.length + 1), body])
    if (path.endsWith('/rename')) passkeys.find(({ id }) => id === body!.id)!.name = body!.name!
    if (path.endsWith('/remove')) passkeys = passkeys.filter(({ id }) => id !== body!.id)
    return { authId: 'x', options: {} }
  },
  request: async () => ({}),
}))
let refusal = ''
vi.mock('@simplewebauthn/browser', () => ({
  startRegistration: async () => {
    throw Object.assign(new Error('the authenticator was previously registered'), { name: refusal })
  },
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { PasskeysCard } = await import('./PasskeysCard.tsx')
// The press that makes a key asks for it: here it is there already, however busy the machine is.
await import('@simplewebauthn/browser')

let leave = () => {}
beforeEach(async () => {
  passkeys = [{ id: 'a', name: 'Chrome, Linux', created: 1_780_000_000, used: 0, synced: false }]
  called.length = 0
  ;({ leave } = await sampleScreen(<PasskeysCard />, { units: { security, auth, ui } }))
  await settle()
})
afterEach(() => leave())

async function settle() {
  for (let n = 0; n < 5; n += 1) await act(async () => new Promise((done) => setTimeout(done, 5)))
}
const says = () => document.body.textContent ?? ''
const button = (name: string) => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)
async function press(name: string) {
  await act(async () => button(name)!.click())
  await settle()
}
const field = () => document.querySelector<HTMLInputElement>('[data-testid=passkeys] input')
async function key(name: string) {
  await act(async () => field()!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
}

it.each([
  ['InvalidStateError', security.passkey_known],
  ['UnknownError', security.passkey_failed],
])('a device that makes no key says why: %s', async (name, words) => {
  refusal = name
  await press(security.passkey_add)
  expect(says()).toContain(words)
})

it('another name is sent by the form, as Enter does, and the way back has the focus', async () => {
  await press(security.passkey_rename)
  expect(document.activeElement).toBe(field())
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), 'Work')
    field()!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(button(security.passkey_save)!.type).toBe('submit')
  await act(async () => field()!.form!.requestSubmit())
  await settle()
  expect(called).toEqual([['rename', { id: 'a', name: 'Work' }]])
  expect(says()).toContain('Work')
  expect(document.activeElement).toBe(button(security.passkey_rename))
})

it('what was begun is left by Escape and by a button, and the name stays', async () => {
  await press(security.passkey_rename)
  await key('Escape')
  expect(field()).toBeNull()
  await press(security.passkey_rename)
  await press(security.cancel)
  expect(field()).toBeNull()
  expect(called).toEqual([])
})

it('a key is gone at the second press only', async () => {
  await press(security.passkey_remove)
  expect(says()).toContain(security.passkey_remove_question)
  expect(called).toEqual([])
  // The question's own, which is the last of that name.
  await press(security.passkey_remove)
  expect(called).toEqual([['remove', { id: 'a' }]])
  expect(button(security.passkey_remove)).toBeUndefined()
})
