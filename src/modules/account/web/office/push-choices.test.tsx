// @vitest-environment happy-dom
/** The switches of browser notices: the choice is the player's, the permission that of one browser. */
import { act } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import account from '../../../../../locales/en/account.json' with { type: 'json' }

let topics: readonly string[] = []
let browsers = 0
let here = 'on'
let allows = true
const asked = vi.fn()
vi.mock('#platform/web/call.ts', () => ({
  request: async (_method: string, _path: string, { body }: { body: { topics?: readonly string[] } }) => {
    topics = body.topics ?? topics
    return { topics, browsers }
  },
}))
vi.mock('#platform/web/push.ts', () => ({
  canPush: () => true,
  pushHere: async () => here,
  allowPush: async () => {
    asked()
    if (allows) [here, browsers] = ['on', browsers + 1]
    return allows
  },
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { PushChoices } = await import('./PushChoices.tsx')

let leave = () => {}
beforeEach(() => {
  asked.mockClear()
  ;[topics, browsers, here, allows] = [[], 0, 'on', true]
})
afterEach(() => leave())

async function settle() {
  for (let n = 0; n < 5; n += 1) await act(async () => new Promise((done) => setTimeout(done, 5)))
}

async function shown() {
  ;({ leave } = await sampleScreen(<PushChoices />, { units: { account } }))
  await settle()
}

const says = () => document.body.textContent ?? ''
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input')]
async function press(element: HTMLElement | undefined) {
  await act(async () => element!.click())
  await settle()
}
const hereButton = () => [...document.querySelectorAll('button')].find((one) => one.textContent === account.push_allow_here)

it('a topic is taken away where the browser refuses notices, and nothing is asked of one that was never asked', async () => {
  ;[topics, browsers, here, allows] = [['bets', 'money'], 1, 'denied', false]
  await shown()
  await press(boxes()[0])
  expect(topics).toEqual(['money'])
  expect(asked).not.toHaveBeenCalled()
  // One that is added needs the browser.
  await press(boxes()[1])
  expect(asked).toHaveBeenCalledOnce()
  expect(topics).toEqual(['money'])
})

it('a browser that tells nothing says so beside what is on, and is switched on there', async () => {
  ;[topics, browsers, here] = [['bets'], 1, 'off']
  await shown()
  expect(says()).toContain(account.push_not_here)
  await press(hereButton())
  expect([topics, browsers]).toEqual([['bets'], 2])
  expect(says()).not.toContain(account.push_not_here)
})

it.each([
  ['one where notices are blocked is sent to its settings', 'denied', 1, account.push_denied, false],
  ['one that the server has forgotten is like one that was never asked', 'on', 0, account.push_not_here, true],
])('%s', async (_name, state, known, words, offers) => {
  ;[topics, browsers, here] = [['bets'], known, state]
  await shown()
  expect(says()).toContain(words)
  expect(hereButton() !== undefined).toBe(offers)
})

it('one that is told says nothing more, and so does one where nothing is chosen', async () => {
  ;[topics, browsers] = [['bets'], 1]
  await shown()
  expect(says()).not.toContain(account.push_not_here)
  leave()
  ;[topics, browsers, here] = [[], 0, 'off']
  await shown()
  expect(says()).not.toContain(account.push_not_here)
})
