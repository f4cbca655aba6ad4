import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadTexts } from './texts.ts'

const SIGNS: Record<string, string> = { KZT: '₸' }
const texts = loadTexts(join(import.meta.dirname, '../../../locales'), (code) => SIGNS[code])
const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '').replaceAll('\u00a0', ' ')

it.each([
  [
    'en',
    'protection:problem_deposit_limit',
    { sum: '20000.00', left: '7000.50', currency: 'KZT' },
    'Your deposit limit is ₸20,000. ₸7,000.50 is left',
  ],
  [
    'ru',
    'protection:problem_deposit_limit',
    { sum: '20000.00', left: '0.00', currency: 'KZT' },
    'Ваш лимит пополнения: 20 000 ₸. Осталось 0 ₸',
  ],
  ['en', 'bets:problem_stake_too_large', { sum: '1234.5 KWD' }, 'The largest stake is KWD 1,234.5'],
  ['ru', 'bets:problem_stake_too_small', { sum: '500 JPY' }, 'Минимальная сумма ставки — 500 ¥'],
  ['en', 'cashout:problem_moved', { sum: '0.00012345 BTC' }, 'Cash-out is now BTC 0.00012345'],
  ['ar', 'messages:msg_deposit_done_text', { sum: '12.500', currency: 'KWD' }, 'أُضيف مبلغ 12.500 د.ك. إلى الحساب.'],
  [
    'ru',
    'auth:mail_casino_history_text',
    { stake: '1234.50 EUR', back: '0.00 EUR', lines: '' },
    'Поставлено: 1 234,50 €\nВыиграно: 0 €\n\n',
  ],
  ['en', 'bets:problem_stake_too_large', { sum: 'nothing' }, 'The largest stake is nothing'],
])('%s %s writes its sums as people do', (lng, key, params, words) => {
  expect(plain(texts.text(lng, key, params))).toBe(words)
})

it.each([
  ['ru', 'Ставки для вашего счёта закрыты до 24.11.2026, 05:05 UTC'],
  ['en', 'Betting is closed for your account until 24/11/2026, 05:05 UTC'],
])('%s says an instant as people do, with its zone', (lng, words) => {
  expect(texts.text(lng, 'bets:problem_betting_closed_until', { until: Date.UTC(2026, 10, 24, 5, 5, 21) })).toBe(words)
})

it('an edited file is read anew, a text that is gone with it; one that is broken leaves all as it was', () => {
  const dir = mkdtempSync(join(tmpdir(), 'polosa-texts-'))
  const write = (text: string) => writeFileSync(join(dir, 'ru', 'shell.json'), text)
  mkdirSync(join(dir, 'ru'))
  write('{"coupon": "Купон", "gone": "Было"}')
  const edited = loadTexts(dir)
  write('{"coupon": "Талон"}')
  edited.reload()
  write('{"coupon": ')
  expect(() => edited.reload()).toThrow('JSON')
  expect([edited.text('ru', 'shell:coupon'), edited.has('ru', 'shell:gone')]).toEqual(['Талон', false])
  expect(edited.dictionary('ru')).toEqual({ shell: { coupon: 'Талон' } })
  rmSync(dir, { recursive: true })
})
