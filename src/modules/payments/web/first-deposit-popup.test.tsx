// @vitest-environment happy-dom
/** What the first deposit brings is asked for after a registration, once a visit when the server has answered. */
import { expect, it, onTestFinished } from 'vitest'
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteLink } from '#platform/web/site-link.tsx'
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { storage } from '#platform/web/storage.ts'
import { FirstDepositPopup } from './FirstDepositPopup.tsx'

const NONE = { hasFirstDeposit: false, bonusPopupTitle: '', bonusPopupDescription: '', bonusPopupBtnText: '' }

async function turned(answer: () => unknown): Promise<number> {
  await storage.set('showRegistrationBonus', true)
  let asked = 0
  const page = await sampleScreen(
    <>
      <FirstDepositPopup />
      <SiteLink to="/line">line</SiteLink>
      <SiteLink to="/live">live</SiteLink>
    </>,
    {
      units: { ui },
      at: '/en/results',
      features: { firstDepositPopup: true },
      answer(path) {
        if (!path.endsWith('/first-deposit')) return undefined
        asked += 1
        return answer()
      },
    },
  )
  onTestFinished(async () => {
    page.leave()
    await storage.remove('showRegistrationBonus')
  })
  await page.until(() => asked > 0)
  await page.settle()
  for (const name of ['line', 'live']) {
    await page.press(name)
    await page.settle()
  }
  return asked
}

it('an answer that has not come is asked for again', async () => {
  expect(await turned(() => json({}, 500))).toBe(3)
})

it('where there is none, no later page asks again until the document is loaded anew', async () => {
  expect(await turned(() => NONE)).toBe(1)
  // The register of self-exclusions may have been away: there may be one tomorrow.
  expect(await storage.get('showRegistrationBonus')).toBe(true)
})
