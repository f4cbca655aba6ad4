/**
 * Whether two descriptions are of one person (standards RG-11): who has excluded himself at one brand of the house is known
 * at the others, also under another address and with a letter of his name written differently.
 */
import { fold } from '#lib/text.ts'

export interface Described {
  email: string | null
  /** Digits with the country's code. */
  phone: string | null
  firstName: string | null
  lastName: string | null
  /** "1990-05-17". */
  birthDate: string | null
}

/** One letter more, less, other or moved in a name that is long enough to have a typing error in it. */
const SHORT_NAME = 4

export function isSamePerson(a: Described, b: Described): boolean {
  if (a.email && b.email && plainEmail(a.email) === plainEmail(b.email)) return true
  if (a.phone && b.phone && digits(a.phone) === digits(b.phone)) return true
  // A birthday alone is shared by many, a name by some; both together are taken for one person.
  return a.birthDate !== null && a.birthDate === b.birthDate && isSameName(a, b)
}

/** What stands behind a plus is the same mailbox. */
export function plainEmail(email: string): string {
  const text = email.normalize('NFKC').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  return text.slice(0, at).replace(/\+.*$/, '') + text.slice(at)
}

const digits = (phone: string) => phone.replaceAll(/\D/g, '')

/** In either order: first and last name are often exchanged. */
function isSameName(a: Described, b: Described): boolean {
  if (!a.firstName || !a.lastName || !b.firstName || !b.lastName) return false
  const [first, last, otherFirst, otherLast] = [a.firstName, a.lastName, b.firstName, b.lastName].map(plainName) as [
    string,
    string,
    string,
    string,
  ]
  return (isClose(first, otherFirst) && isClose(last, otherLast)) || (isClose(first, otherLast) && isClose(last, otherFirst))
}

function plainName(name: string): string {
  return fold(name.normalize('NFKC')).replaceAll(/[^\p{L}]/gu, '')
}

function isClose(a: string, b: string): boolean {
  if (a === b) return a !== ''
  if (Math.min(a.length, b.length) < SHORT_NAME || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from += 1
  const [restA, restB] = [a.slice(from), b.slice(from)]
  const swapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return swapped || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
