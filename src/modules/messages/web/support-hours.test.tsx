// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import account from '../../../../locales/en/account.json' with { type: 'json' }
import messages from '../../../../locales/en/messages.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import Support from './support.screen.tsx'

const INFO = {
  ...{ start: '09:00', end: '21:30', timeZone: 'Asia/Almaty', isOpen: true, opensAt: 0 },
  ...{ email: 'a@b.c', consultants: [], callTimes: [] },
}

it.each([
  ['US', '9:00 AM–9:30 PM'],
  ['GB', '09:00–21:30'],
])('hours of support are written as the country (%s) writes time', async (country, hours) => {
  const page = await sampleScreen(<Support />, {
    units: { account, messages, ui },
    player: null,
    country,
    answer: (path) => (path.endsWith('/support/info') ? INFO : undefined),
  })
  onTestFinished(page.leave)
  await page.until(() => page.says().includes('a@b.c'))
  expect(page.says().replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(hours)
})
