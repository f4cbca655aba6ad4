import { expect, it } from 'vitest'
import { contactsAt, type Contact } from './contacts.ts'

const list: Contact[] = [
  { placementTypeId: 1, kind: 'phone', title: { ru: 'Горячая линия', en: 'Hotline' }, value: '+7 701 000-11-22' },
  { placementTypeId: 2, kind: 'telegram', title: {}, value: '@polosa' },
  { placementTypeId: 1, kind: 'address', title: { en: 'Office' }, value: 'Almaty' },
  { placementTypeId: 1, kind: 'site', title: {}, value: 'javascript:alert(1)' },
]

it('a place has its own, in the reader’s language, with safe links', () => {
  expect(contactsAt(list, 1, 'ru', 'a@b.example').map(({ title, link }) => [title, link])).toEqual([
    ['Горячая линия', 'tel:+77010001122'],
    ['Office', ''],
    ['', ''],
  ])
  expect(contactsAt(list, 2, 'ar', 'a@b.example')).toMatchObject([{ kind: 'telegram', link: 'https://t.me/polosa' }])
})

it('an address may differ by language: the reader’s own, else English', () => {
  const value = { ru: 'ru@polosa.example', en: 'hello@polosa.example', pt: 'pt@polosa.example' }
  const mail = (lng: string) => contactsAt([{ placementTypeId: 2, kind: 'email', title: {}, value }], 2, lng, '')[0]
  expect(mail('ru')).toMatchObject({ value: 'ru@polosa.example', link: 'mailto:ru@polosa.example' })
  expect(mail('pt-br')).toMatchObject({ value: 'pt@polosa.example' })
  expect(mail('ar')).toMatchObject({ value: 'hello@polosa.example', link: 'mailto:hello@polosa.example' })
})

it('without any the first page has the mail, other places nothing', () => {
  expect(contactsAt([], 1, 'en', 'a@b.example')).toMatchObject([{ kind: 'email', link: 'mailto:a@b.example' }])
  expect(contactsAt([], 3, 'en', 'a@b.example')).toEqual([])
})
