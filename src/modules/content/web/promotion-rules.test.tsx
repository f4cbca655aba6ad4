/** The rules tell of promotions by the numbers of the configuration, in whole sentences of each language (XT-21). */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import contentAr from '../../../../locales/ar/content.json' with { type: 'json' }
import contentEn from '../../../../locales/en/content.json' with { type: 'json' }
import contentRu from '../../../../locales/ru/content.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { promotionsOf, PromotionRules } from './PromotionRules.tsx'

const LANGUAGES = { ru: contentRu, en: contentEn, ar: contentAr }
const NOW = Date.UTC(2026, 10, 22)
const FOOTBALL = 1

function shown(lng: keyof typeof LANGUAGES, given: Parameters<typeof promotionsOf>[0]): string {
  const missing: unknown[] = []
  const texts = new TextStore({ lng, units: { content: LANGUAGES[lng] }, report: (error) => missing.push(error) })
  const html = renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <UiSettingsProvider value={{ lng, priceView: 0, text: textsOf(texts, 'ui') as never }}>
        <PromotionRules {...promotionsOf(given, lng, NOW)} from={9} />
      </UiSettingsProvider>
    </TextsProvider>,
  )
  expect(missing).toEqual([])
  expect(html).not.toMatch(/\{\{|\u0001/)
  return html
    .replace(/<\/(?:h2|p)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
}

const early = (from: string, lead: number) => ({ from, lead, sports: [FOOTBALL], kinds: ['single', 'express'] as const })
const insured = { from: '2026-01-01', legs: 5, minPrice: 1400, maxEur: '20', days: 7 }

test('both promotions, numbered on, with what is in force today', () => {
  const given = { earlyPayout: [early('2026-01-01', 2), early('2027-01-01', 3)], expressInsurance: [insured] }
  const ru = shown('ru', given)
  expect(ru).toMatch(/^9\. Досрочная выплата\n.*с перевесом 2 в основное время/)
  expect(ru).toMatch(/Виды спорта: Футбол\. Виды ставок: ординар, экспресс\./)
  expect(ru).toMatch(/10\. Страховка экспресса\nЭкспресс, в котором не меньше 5 исходов и у каждого коэффициент от 1\.40,/)
  expect(ru).toMatch(/не больше 20 €.*\nПромокод действует 7 дней\./)
  const en = shown('en', given)
  expect(en).toMatch(
    /leads by 2 in regular time[^]*Sports: Football[^]*express of 5 selections[^]*odds of 1\.40[^]*up to €20[^]*good for 7 days/,
  )
  expect(shown('ar', given)).toMatch(/بفارق 2 [^]*كرة القدم[^]*عن 5 [^]*1\.40[^]*20[^]*7 أيام/)
})

test('what is switched off, over or not begun is not told', () => {
  expect(shown('ru', { earlyPayout: [], expressInsurance: [] })).toBe('')
  const over = { ...insured, to: '2026-06-30' }
  expect(shown('ru', { earlyPayout: [early('2027-01-01', 3)], expressInsurance: [over] })).toBe('')
  expect(shown('en', { earlyPayout: [], expressInsurance: [insured] })).toMatch(/^9\. Insurance of expresses/)
})
