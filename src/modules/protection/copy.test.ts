/** No text urges anybody to play on, chases a loss or hurries him (standards RG-02, RG-19, XT-47). */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** In each language: what urges, what promises, what hurries. */
const URGING: Record<string, RegExp> = {
  ru: /отыгра(й|ть)(ся|тесь)|верн(и|уть) (проигр|деньги и больше)|не упусти|успей|торопи|поспеши|последний шанс|только сейчас|только сегодня|гарантированн\w* выигрыш|точно выигра|легкие деньги|лёгкие деньги|без риска|удваивай|поставь больше|играй больше|ещё немного и/i,
  en: /win (it|your money|your losses) back|chase|don.t miss|hurry|last chance|only today|act now|guaranteed win|sure win|easy money|risk.?free|double up|bet more|play more|almost there/i,
  ar: /عوّض خسار|لا تفوّت|أسرع|الفرصة الأخيرة|اليوم فقط|ربح مضمون|بلا مخاطر|ضاعف رهان|راهن أكثر/,
}
const EXCLAMATION = /[!！]/

const root = resolve('locales')
const texts = Object.keys(URGING).flatMap((lng) =>
  readdirSync(join(root, lng))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(join(root, lng, file), 'utf8')) as Record<string, unknown>).flatMap(([key, value]) =>
        typeof value === 'string' ? [{ lng, where: `${lng}/${file}:${key}`, key, value }] : [],
      ),
    ),
)

/** What a brand writes itself: every text below a language, wherever in its configuration (popups, rewards, contacts). */
function written(value: unknown, where: string, lng?: string): typeof texts {
  if (typeof value === 'string') return lng ? [{ lng, where, key: where, value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => written(inner, `${where}.${key}`, key in URGING ? key : lng))
}
const brands = readdirSync(resolve('brands')).flatMap((id) =>
  written(JSON.parse(readFileSync(resolve('brands', id, 'config.json'), 'utf8')), `brands/${id}`),
)

const faults = (list: typeof texts, wrong: (one: (typeof texts)[number]) => boolean) =>
  list.filter(wrong).map(({ where, value }) => `${where}: ${value}`)

describe('the words of the product', () => {
  /** The pages of protection name what they warn of. */
  const warns = ({ where, key }: (typeof texts)[number]) => where.includes('/protection.json') && /^(info|test|signal)_/.test(key)

  it('urge nobody', () => expect(faults(texts, (one) => !warns(one) && URGING[one.lng]!.test(one.value))).toEqual([]))

  it('urge nobody in what a brand writes itself', () => {
    expect(brands.length).toBeGreaterThan(5)
    expect(faults(brands, ({ lng, value }) => URGING[lng]!.test(value) || EXCLAMATION.test(value))).toEqual([])
    const popup = { promo: { popups: [{ texts: { en: { title: 'Spring' }, ru: { title: 'Успей сегодня' } } }] } }
    expect(faults(written(popup, 'p'), ({ lng, value }) => URGING[lng]!.test(value))).toEqual([
      'p.promo.popups.0.texts.ru.title: Успей сегодня',
    ])
  })

  it('shout at nobody', () => expect(faults(texts, ({ value }) => EXCLAMATION.test(value.replaceAll(/\{\{[^}]*\}\}/g, '')))).toEqual([]))

  it('call only limits of what is paid in deposit limits', () => {
    const named = texts.filter(({ value }) => /deposit limit|лимит\w* (депозит|пополнени)/i.test(value))
    expect(faults(named, ({ value }) => /loss|stake|session|проигр|ставк|времен/i.test(value) && !/,|·|;|\./.test(value))).toEqual([])
  })

  it('finds what is planted', () => {
    const planted = [
      { lng: 'ru', where: 'p', key: 'p', value: 'Отыграйся прямо сейчас' },
      { lng: 'en', where: 'p', key: 'p', value: 'Hurry, win your money back' },
      { lng: 'ar', where: 'p', key: 'p', value: 'الفرصة الأخيرة' },
    ]
    expect(faults(planted, ({ lng, value }) => URGING[lng]!.test(value))).toHaveLength(3)
  })
})
