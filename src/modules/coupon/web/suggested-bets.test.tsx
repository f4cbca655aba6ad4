// @vitest-environment happy-dom
/** What most players choose: outcomes that differ in their player alone are several. */
import { expect, it, onTestFinished, vi } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { configureCalls } from '#platform/web/call.ts'
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import type { CouponContext } from './context.ts'
import { Context } from './door.ts'
import { SuggestedBets } from './SuggestedBets.tsx'

const row = { GameId: 1, GameConstId: 1, Type: 9, Param: 0, Coef: 2, Kind: 3, SportId: 1, ChampId: 1, Start: 0, Players: 3 }
const names = { Opp1: 'Arden', Opp2: 'Northmoor', Champ: '', Market: 'Scores', Outcome: 'Yes', Period: '' }

it('two outcomes of one market on different players are two rows of their own', async () => {
  configureCalls({ report: () => {}, texts: { timeout: 'timeout', cancelled: 'cancelled', generic: 'none', query: 'query' } })
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complaints.mockRestore())
  const page = await sampleScreen(
    <Context value={{ store: {} } as CouponContext}>
      <SuggestedBets />
    </Context>,
    {
      units: { coupon, 'coupon-parts': parts, ui },
      answer: (path) => (path.endsWith('/coupon/popular') ? [71, 72].map((PlayerId) => ({ ...row, ...names, PlayerId })) : undefined),
    },
  )
  onTestFinished(page.leave)
  await page.until(() => document.querySelectorAll('li').length === 2)
  expect(complaints).not.toHaveBeenCalled()
})
