import { expect, test } from 'vitest'
import { fileFault } from './form.ts'

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
