// @vitest-environment happy-dom
/** The bounds of a limit of time are those of the chosen period. */
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/ru/auth.json' with { type: 'json' }
import protection from '../../../../locales/ru/protection.json' with { type: 'json' }
import ui from '../../../../locales/ru/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { LimitForm } from './LimitForm.tsx'

const maxOf = { day: 1_440, week: 10_080, month: 43_200 }

const offers = {
  types: [
    { type: 'deposit', periods: ['day', 'week', 'month'], min: 10, max: 100_000, default: 300, currency: 'EUR' },
    { type: 'session', periods: ['day', 'week', 'month'], min: 10, max: 43_200, maxOf, default: 120, currency: '' },
  ],
  raiseWait: 86_400,
  windows: 'calendar',
  selfExclude: { periods: [] },
}

async function shown() {
  const sent: Record<string, unknown>[] = []
  const page = await sampleScreen(<LimitForm limits={[]} />, {
    units: { protection, auth, ui },
    lng: 'ru',
    answer: (path, body) => {
      if (!path.endsWith('/limits')) return offers
      sent.push(body)
      return { id: 1, type: 'deposit', period: 'month' }
    },
  })
  onTestFinished(page.leave)
  const words = () => page.says().replaceAll(/[\u00a0\u202f]/g, ' ')
  await page.until(() => words().includes('100 000'))
  const field = () => document.querySelector<HTMLInputElement>('input[name="value"]')!
  return {
    ...{ ...page, sent, words, field },
    choose: (label: string) =>
      page.press([...document.querySelectorAll('[role=radio],button,label')].find((one) => one.textContent === label)),
    save: () => page.press(document.querySelector('button[type="submit"]')),
    isWrong: () => field().getAttribute('aria-invalid') === 'true',
  }
}

it('a day has so many minutes, a month more', async () => {
  const { words, choose } = await shown()
  await choose(protection.kind_session)
  expect(words()).toContain('43 200')
  await choose(protection.per_day)
  expect(words()).toMatch(/10.*1 440/)
  expect(words()).not.toContain('43 200')
})

it('an error of one limit does not stand under another, and the number is read as the other reads it', async () => {
  const { type, save, choose, field, isWrong, sent, until } = await shown()
  await type(field(), '5')
  await save()
  expect(isWrong()).toBe(true)
  await choose(protection.per_day)
  expect(isWrong()).toBe(false)
  await save()
  expect(isWrong()).toBe(true)
  await choose(protection.kind_session)
  expect(isWrong()).toBe(false)
  await choose(protection.kind_deposit)
  await type(field(), '1000.55')
  await choose(protection.kind_session)
  expect(field().value).toBe('1000')
  await save()
  await until(() => sent.length)
  expect(sent).toMatchObject([{ type: 'session', minutes: 1000 }])
})

it('what was said of a saved limit goes with the next number and with its refusal', async () => {
  const { type, save, field, isWrong, words, until } = await shown()
  const isTold = () => words().includes(protection.limit_held)
  const saved = async () => {
    await type(field(), '300')
    await save()
    await until(isTold)
  }
  await saved()
  await type(field(), '5')
  expect(isTold()).toBe(false)
  await saved()
  await save()
  expect([isWrong(), isTold()]).toEqual([true, false])
})
