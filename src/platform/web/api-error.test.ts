import { expect, test } from 'vitest'
import { errorMessage, refusalMessage } from './api-error.ts'

test('a field that is wrong is told in the language of the page, never in the words of the wire (XT-80)', () => {
  const body = { success: false, message: 'Failed with params: sum', validation_errors: { sum: ['Неверное значение'] } }
  expect([errorMessage(body, 'generic'), refusalMessage(body, 'generic')]).toEqual(['Неверное значение', 'Неверное значение'])
  const bare = { success: false, message: 'Failed with params: sum' }
  expect([errorMessage(bare, 'generic'), refusalMessage(bare, 'generic')]).toEqual(['generic', 'generic'])
  expect(errorMessage({ message: 'Счёт закрыт' }, 'generic')).toBe('Счёт закрыт')
})
