// @vitest-environment happy-dom
/** The bounds of a limit of time are those of the chosen period. */
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/ru/auth.json' with { type: 'json' }
import protection from '../../../../locales/ru/protection.json' with { type: 'json' }
import ui from '../../../../locales/ru/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { LimitForm } from './LimitForm.tsx'

const maxOf = { day: 1_440, week: 10_080, month: 43_200 }

it('a day has so many minutes, a month more', async () => {
  const answer = () => ({
    types: [
      { type: 'deposit', periods: ['day', 'week', 'month'], min: 1, max: 100_000, default: 300, currency: 'EUR' },
      { type: 'session', periods: ['day', 'week', 'month'], min: 10, max: 43_200, maxOf, default: 120, currency: '' },
    ],
    raiseWait: 86_400,
    windows: 'calendar',
    selfExclude: { periods: [] },
  })
  const { says, until, press, leave } = await sampleScreen(<LimitForm limits={[]} />, {
    ...{ units: { protection, auth, ui }, lng: 'ru', answer },
  })
  onTestFinished(leave)
  const words = () => says().replaceAll(/[\u00a0\u202f]/g, ' ')
  const choose = (label: string) =>
    press([...document.querySelectorAll('[role=radio],button,label')].find((one) => one.textContent === label))
  await until(() => words().includes('100 000'))
  await choose(protection.kind_session)
  expect(words()).toContain('43 200')
  await choose(protection.per_day)
  expect(words()).toMatch(/10.*1 440/)
  expect(words()).not.toContain('43 200')
})
