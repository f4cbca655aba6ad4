/** Ways to reach the house, by place of the site (specification §3 "Contact list entry"). */

export const PLACEMENTS = { contacts: 1, support: 2, protection: 3 } as const

export interface Contact {
  placementTypeId: number
  kind: 'email' | 'phone' | 'telegram' | 'whatsapp' | 'address' | 'site'
  title: Readonly<Record<string, string>>
  /** The same for all, or by language: that of the reader, else `en`. */
  value: string | Readonly<Record<string, string>>
}

export interface ShownContact extends Omit<Contact, 'title' | 'value'> {
  title: string
  value: string
  link: string
}

const digits = (text: string) => text.replaceAll(/\D/g, '')

/** Empty for what leads nowhere. */
function linkOf(kind: Contact['kind'], value: string): string {
  switch (kind) {
    case 'email':
      return `mailto:${value}`
    case 'phone':
      return `tel:+${digits(value)}`
    case 'whatsapp':
      return `https://wa.me/${digits(value)}`
    case 'telegram':
      return `https://t.me/${value.replace(/^@/, '')}`
    case 'site':
      return /^https:\/\//.test(value) ? value : ''
    case 'address':
      return ''
  }
}

/** Those of one place in the order of the configuration. Without any of its own the first page has the house's mail. */
export function contactsAt(list: readonly Contact[], placementTypeId: number, lng: string, email: string): ShownContact[] {
  const known = list.filter((one) => one.placementTypeId === placementTypeId)
  const fallback: Contact[] = placementTypeId === PLACEMENTS.contacts ? [{ placementTypeId, kind: 'email', title: {}, value: email }] : []
  return (known.length > 0 ? known : fallback).map((one) => {
    const value = typeof one.value === 'string' ? one.value : (wordIn(one.value, lng) ?? '')
    return { ...one, title: wordIn(one.title, lng) ?? '', value, link: linkOf(one.kind, value) }
  })
}

/** Regional languages read their own, then the language itself, then English. */
function wordIn(words: Readonly<Record<string, string>>, lng: string): string | undefined {
  return words[lng] ?? words[lng.split(/[-_]/)[0]!] ?? words['en']
}
