// @vitest-environment happy-dom
/** One format of prices: in the header, in the browser, in the account. */
import { afterEach, expect, it, onTestFinished } from 'vitest'
import account from '../../locales/en/account.json' with { type: 'json' }
import shell from '../../locales/en/shell.json' with { type: 'json' }
import ui from '../../locales/en/ui.json' with { type: 'json' }
import Settings from '#modules/account/web/office/settings.screen.tsx'
import { useAfterSignIn } from '#modules/account/web/signed-in.ts'
import { json, sampleScreen, type Answer } from '#platform/web/sample-screen.tsx'
import { storage } from '#platform/web/storage.ts'
import { OddsFormatSelect } from './SettingSelects.tsx'

const units = { account, shell, ui }
afterEach(() => storage.remove('coefView'))

async function shown(screen: React.ReactNode, answer: Answer, player: { id: number } | null = { id: 7 }) {
  const page = await sampleScreen(screen, { units, answer, player })
  onTestFinished(page.leave)
  const choose = (name: string) =>
    page.press([...document.querySelectorAll('button, [role="option"], [role="radio"]')].find((one) => one.textContent === name))
  return { ...page, choose }
}

it('what a player chooses in the header is told to his account, and a visitor tells nobody', async () => {
  const told: unknown[] = []
  for (const player of [{ id: 7 }, null]) {
    const page = await shown(<OddsFormatSelect onClose={() => {}} />, (_path, body) => (told.push(body), {}), player)
    await page.choose(shell.odds_view_2)
    await page.settle()
    expect([await storage.get('coefView'), document.cookie.includes('coefview=2')]).toEqual([2, true])
    page.leave()
  }
  expect(told).toEqual([{ setting_id: 3, setting_value: 2 }])
})

it('what the account refuses does not hold in the browser alone', async () => {
  await storage.set('coefView', 1)
  const page = await shown(<OddsFormatSelect onClose={() => {}} />, () => json({ success: false, message: 'No', error_code: 1 }, 500))
  await page.choose(shell.odds_view_2)
  await page.until(() => page.says().includes('No'))
  expect([await storage.get('coefView'), document.cookie.includes('coefview=1')]).toEqual([1, true])
})

it('the settings show the format in which the page shows its prices', async () => {
  await storage.set('coefView', 2)
  const answer = { data: [{ attributes: { setting_id: 3, setting_value: 0 } }] }
  const page = await shown(<Settings />, (path) => (path.endsWith('/v1/settings') ? json(answer) : undefined))
  await page.until(() => page.says().includes(shell.odds_format))
  await page.settle()
  expect(page.says()).toContain(shell.odds_view_2)
})

it.each([
  [2, 2],
  [null, 1],
])('after a sign-in the format of the account (%s) holds in the browser', async (oddsFormat, holds) => {
  const Watch = () => (useAfterSignIn(true), 'signed in')
  await storage.set('coefView', 1)
  await storage.set('draft-signed-in', true)
  let isRead = false
  const page = await shown(<Watch />, () => ((isRead = true), { lastSession: null, oddsFormat }))
  await page.until(() => isRead)
  await page.settle()
  expect(await storage.get('coefView')).toBe(holds)
  if (oddsFormat) expect(document.cookie).toContain(`coefview=${oddsFormat}`)
})
