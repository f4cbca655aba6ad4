import { expect, test } from 'vitest'
import { fileFault, formFaults } from './form.ts'

test.each([
  ['image/jpeg', 100, null],
  ['image/jpeg', 101, 'file_size'],
  ['image/heic', 10, 'file_kind'],
  ['image/heic', 101, 'file_kind'],
  // Some browsers know few kinds.
  ['', 100, null],
  ['', 101, 'file_size'],
])('a file that calls itself %j of %d bytes: %s', (type, size, fault) => {
  expect(fileFault({ type, size }, { types: ['image/png', 'image/jpeg'], maxBytes: 100 })).toBe(fault)
})

test.each([
  // Noon in Greenwich is two in the morning of the next day in Kiribati, and that day is nowhere before ten.
  ['issued', '22.11.2026', '2026-11-21T10:00Z', undefined],
  ['issued', '22.11.2026', '2026-11-21T09:59Z', 'date_ahead'],
  ['expires', '20.11.2026', '2026-11-21T11:59Z', undefined],
  ['expires', '20.11.2026', '2026-11-21T12:00Z', 'document_expired'],
  // As for an account: a birthday has come when it has come everywhere.
  ['birth_date', '21.11.2008', '2026-11-21T12:00Z', undefined],
  ['birth_date', '21.11.2008', '2026-11-21T11:59Z', 'under_age'],
  ['birth_date', '29.02.2008', '2026-02-28T23:59Z', 'under_age'],
])('%s %s at %s: %s', (field, value, at, fault) => {
  expect(formFaults([field], { [field]: value }, { now: Date.parse(at), minAge: 18 })[field]).toBe(fault)
})
