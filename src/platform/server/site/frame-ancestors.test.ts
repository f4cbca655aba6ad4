import { expect, test } from 'vitest'
import { frameAncestors } from './frame-ancestors.ts'

const partner = 'https://partner.example'
const framing = { embedOrigins: [partner], statisticsOrigins: ['https://stats.example'], development: false }

test('partners frame what is made for it, and never a page of money, documents or secrets (WEB-05)', () => {
  const of = (url: string) => frameAncestors(url, framing)
  for (const page of ['/ru', '/ru/line/football?x=1', '/kk/live']) expect([page, of(page)]).toEqual([page, partner])
  expect(of('/en/information/rulesFrame?x=1')).toBe(`'self' ${partner}`)
  expect(of('/en/statisticpopup/game/1')).toBe("'self' https://stats.example")
  const closed = [
    'office',
    'office/recharge',
    'OFFICE/withdraw',
    'login?next=/ru',
    'registration',
    'two-factor',
    'password-reset',
    'oauth',
    'social/x',
  ]
  for (const page of [...closed, '%6Fffice/withdraw', 'offic%65?x=1']) expect([page, of(`/ru/${page}`)]).toEqual([page, "'none'"])
  expect(of('http://here/ru/office')).toBe("'none'")
})

test('without partners nobody frames the site; in development its own tools do', () => {
  const alone = { ...framing, embedOrigins: [] }
  expect(frameAncestors('/ru/line', alone)).toBe("'none'")
  expect(frameAncestors('/ru/office', { ...framing, development: true })).toBe("'self'")
})
