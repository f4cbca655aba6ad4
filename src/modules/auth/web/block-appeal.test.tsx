// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import BlockAppeal from './block-appeal.screen.tsx'

const SENT = { state: 'open', number: 12, text: 'Why', answer: '', sent: 1, answered: 0 }

it('an appeal that could not be read is not taken for none, and one that is known stays', async () => {
  let reads = 0
  const page = await sampleScreen(<BlockAppeal />, {
    units: { auth, ui },
    player: null,
    answer: () => {
      reads += 1
      if (reads !== 2) throw new TypeError('no network')
      return SENT
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(ui.retry))
  expect(page.place.querySelector('textarea')).toBeNull()
  await page.press(ui.retry)
  await page.until(() => page.says().includes('Why'))
  await page.press(auth.appeal_refresh)
  await page.until(() => page.place.querySelector('[role="alert"]'))
  expect([page.says().includes('Why'), page.place.querySelector('textarea')]).toEqual([true, null])
})
