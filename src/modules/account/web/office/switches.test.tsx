// @vitest-environment happy-dom
/** Switches of the office that move at once: two quick ones, a refusal of the first, a read that fails. */
import { expect, it, onTestFinished } from 'vitest'
import account from '../../../../../locales/en/account.json' with { type: 'json' }
import shell from '../../../../../locales/en/shell.json' with { type: 'json' }
import ui from '../../../../../locales/en/ui.json' with { type: 'json' }
import { oneClickOf } from '#platform/web/one-click.ts'
import { json, sampleScreen, type Answer } from '#platform/web/sample-screen.tsx'
import { storage } from '#platform/web/storage.ts'
import DisallowSports from './disallow-sports.screen.tsx'
import { Mailing } from './Mailing.tsx'
import Settings from './settings.screen.tsx'

const units = { account, shell, ui }
const refusal = () => json({ success: false, error: 'No', error_code: 1 }, 500)

/** Answers are given by the test, in the order that it likes. */
function held() {
  const waiting: ((answer: unknown) => void)[] = []
  return { waiting, wait: () => new Promise((answer) => waiting.push(answer)) }
}

async function shown(screen: React.ReactNode, answer: Answer, config = {}) {
  const page = await sampleScreen(screen, { units, answer, config })
  onTestFinished(page.leave)
  const boxes = () => [...page.place.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  await page.until(() => boxes().length > 0 && !boxes()[0]!.disabled)
  return { ...page, boxes, on: () => boxes().map((box) => box.checked) }
}

it('sports: what is saved last has both changes, and one that is refused moves back alone', async () => {
  const { waiting, wait } = held()
  const sent: unknown[] = []
  let kept = { line: [] as number[], live: [] as number[] }
  const page = await shown(<DisallowSports />, (path, body) => {
    if (path.endsWith('/getuserconfig')) return { disallowSports: kept }
    const { attributes } = body['data'] as { attributes: { lineDisallowSport: number[]; liveDisallowSport: number[] } }
    sent.push(attributes)
    kept = { line: attributes.lineDisallowSport, live: attributes.liveDisallowSport }
    return wait()
  })
  await page.press(page.boxes()[0]!)
  await page.press(page.boxes()[3]!)
  await page.settle()
  expect([sent.length, page.on().slice(0, 4)]).toEqual([1, [false, true, true, false]])
  waiting[0]!(refusal())
  await page.until(() => sent.length === 2)
  expect(page.on().slice(0, 4)).toEqual([true, true, true, false])
  expect(sent[1]).toMatchObject({ lineDisallowSport: [], liveDisallowSport: [expect.any(Number)] })
  waiting[1]!({})
  await page.settle()
  expect(page.on().slice(0, 4)).toEqual([true, true, true, false])
})

it('settings: one that is refused takes no other along, and all stay when they cannot be read anew', async () => {
  const { waiting, wait } = held()
  let reads = 0
  const page = await shown(<Settings />, (path) => {
    if (path.endsWith('/savesetting')) return wait()
    if (!path.endsWith('/v1/settings')) return undefined
    reads += 1
    if (reads > 1) throw new TypeError('no network')
    return json({ data: [5, 6, 7, 8].map((setting_id) => ({ attributes: { setting_id, setting_value: 0 } })) })
  })
  await page.press(page.boxes()[0]!)
  await page.press(page.boxes()[1]!)
  await page.settle()
  waiting[0]!(refusal())
  await page.until(() => waiting.length === 2)
  waiting[1]!({})
  await page.until(() => reads > 1)
  await page.settle()
  expect(page.on().slice(0, 4)).toEqual([false, true, false, false])
})

it('news: an older answer does not take a newer choice back', async () => {
  const { waiting, wait } = held()
  const since = { email: 0, sms: 0, push: 0 }
  const none = { email: false, sms: false, push: false, since }
  const kept = { ...none }
  const page = await shown(<Mailing />, async (_path, body) => {
    if (Object.keys(body).length === 0) return kept
    const answer = { ...Object.assign(kept, body) }
    await wait()
    return answer
  })
  await page.press(page.boxes()[0]!)
  await page.press(page.boxes()[1]!)
  await page.settle()
  expect(page.on()).toEqual([true, true, false])
  waiting[0]!(null)
  await page.until(() => waiting.length === 2)
  expect(page.on()).toEqual([true, true, false])
  waiting[1]!(null)
  await page.settle()
  expect(page.on()).toEqual([true, true, false])
})

it('prices are printed, and bets placed, as the settings say: also when the account has refused another choice', async () => {
  await storage.set('coefView', 0)
  const refused = new Set([1, 2])
  let calls = 0
  const page = await sampleScreen(<Settings />, {
    units,
    config: { coupon: { types: ['oneClick'] } },
    answer(path) {
      if (path.endsWith('/v1/settings')) return json({ data: [] })
      if (!path.endsWith('/savesetting')) return undefined
      calls += 1
      return refused.has(calls) ? refusal() : {}
    },
  })
  onTestFinished(async () => {
    page.leave()
    await Promise.all([storage.remove('coefView'), storage.remove('couponSettings')])
  })
  const choose = async (name: string) => {
    await page.until(() => page.find(shell.odds_view_0) ?? page.find(shell.odds_view_1))
    await page.press(page.find(shell.odds_view_0) ?? page.find(shell.odds_view_1))
    await page.until(() => document.querySelector('dialog'))
    await page.press(
      [...document.querySelectorAll('dialog button, dialog label, dialog [role="option"]')].find((one) => one.textContent === name),
    )
  }
  await choose(shell.odds_view_1)
  await page.until(() => calls === 1)
  await page.settle()
  expect(await storage.get('coefView')).toBe(0)
  expect(document.cookie).toContain('coefview=0')
  const oneClick = () => page.place.querySelector<HTMLInputElement>('input[type="checkbox"]')!
  await page.press(oneClick())
  await page.until(() => calls === 2)
  await page.settle()
  expect([oneClick().checked, oneClickOf(await storage.get('couponSettings'), 7).on]).toEqual([false, false])
  await page.press(oneClick())
  await page.until(() => calls === 3)
  await page.settle()
  expect([oneClick().checked, oneClickOf(await storage.get('couponSettings'), 7).on]).toEqual([true, true])
})

it('of two quick choices that are both refused, neither is kept by the browser', async () => {
  const { waiting, wait } = held()
  const page = await shown(
    <Settings />,
    (path) => {
      if (path.endsWith('/v1/settings')) return json({ data: [] })
      return path.endsWith('/savesetting') ? wait() : undefined
    },
    { coupon: { types: ['oneClick'] } },
  )
  onTestFinished(() => storage.remove('couponSettings'))
  for (const on of [true, false]) {
    await page.press(page.boxes()[0]!)
    await page.until(() => page.boxes()[0]!.checked === on)
  }
  for (const turn of [1, 2]) {
    await page.until(() => waiting.length === turn)
    waiting[turn - 1]!(refusal())
  }
  await page.settle()
  expect([page.boxes()[0]!.checked, oneClickOf(await storage.get('couponSettings'), 7).on]).toEqual([false, false])
})
