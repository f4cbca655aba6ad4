import { expect, it } from 'vitest'
import { isSamePerson, type Described } from './same-person.ts'

const person = (change: Partial<Described> = {}): Described => ({
  email: null,
  phone: null,
  firstName: 'Анна-Мария',
  lastName: 'Ковалёва',
  birthDate: '1990-05-17',
  ...change,
})

it.each<[string, Partial<Described>, boolean]>([
  ['the same', {}, true],
  ['ё and case', { lastName: 'КОВАЛЕВА' }, true],
  ['a letter that is missing', { lastName: 'Ковалва' }, true],
  ['a letter too much', { lastName: 'Коваллева' }, true],
  ['two letters that changed places', { lastName: 'Ковлаева' }, true],
  ['spaces for a dash', { firstName: 'Анна Мария' }, true],
  ['names exchanged', { firstName: 'Ковалева', lastName: 'Анна Мария' }, true],
  ['two letters other', { lastName: 'Ковальчук' }, false],
  ['another first name', { firstName: 'Елена' }, false],
  ['another birthday', { birthDate: '1990-05-18' }, false],
  ['no birthday', { birthDate: null }, false],
  ['no name', { firstName: null }, false],
])('%s', (_what, change, expected) => expect(isSamePerson(person(), person(change))).toBe(expected))

it('short names are compared letter by letter', () => {
  const li = person({ firstName: 'Li', lastName: 'Wu' })
  expect([isSamePerson(li, { ...li }), isSamePerson(li, { ...li, lastName: 'Wi' })]).toEqual([true, false])
})

it('an address or a phone is enough, whatever the name', () => {
  const other = { firstName: 'Boris', lastName: 'Other', birthDate: '1980-01-01' }
  expect(isSamePerson(person({ email: 'Anna@Mail.example' }), person({ ...other, email: 'anna+new@mail.example ' }))).toBe(true)
  expect(isSamePerson(person({ phone: '77010001122' }), person({ ...other, phone: '+7 701 000-11-22' }))).toBe(true)
  expect(isSamePerson(person({ email: 'anna@mail.example' }), person({ ...other, email: 'anna@other.example' }))).toBe(false)
})
