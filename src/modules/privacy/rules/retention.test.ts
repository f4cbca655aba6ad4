import { expect, it } from 'vitest'
import { asRead, RETENTION_DAYS } from './retention.ts'

it('whole years are said in years, all others in days', () => {
  expect(asRead(RETENTION_DAYS.cookie_choices)).toEqual({ unit: 'years', count: 5 })
  expect(asRead(RETENTION_DAYS.security_events)).toEqual({ unit: 'years', count: 2 })
  expect(asRead(365)).toEqual({ unit: 'years', count: 1 })
  expect(asRead(RETENTION_DAYS.sessions)).toEqual({ unit: 'days', count: 400 })
  expect(asRead(1)).toEqual({ unit: 'days', count: 1 })
})
