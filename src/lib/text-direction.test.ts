import { expect, test } from 'vitest'
import { drawnDirection } from './text-direction.ts'

test.each([
  ['Verushek P.', 'ltr'],
  ['Актобе – Кайрат', 'ltr'],
  ['مجمّع · Verushek P.', 'rtl'],
  ['1. فوز', 'rtl'],
  ['\u2068Aktobe\u2069 أو \u2068Kairat\u2069', 'rtl'],
  ['1/2', 'ltr'],
  ['+150', 'ltr'],
  ['', 'ltr'],
])('%s is drawn %s', (text, direction) => {
  expect(drawnDirection(text)).toBe(direction)
})
