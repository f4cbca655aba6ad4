/** National registers of self-exclusion (standards RG-14): what is asked of one, whoever runs it. */

export interface RegisterPerson {
  email: string | null
  /** Digits with the country's code. */
  phone: string | null
  firstName: string | null
  lastName: string | null
  /** "1990-05-17". */
  birthDate: string | null
  /** The personal number that a paper of his country has given, as he wrote it. */
  national: { country: string; code: string } | null
}

/** Some registers have one question for play and another for advertising, and ask that each is put to its purpose only. */
export type RegisterPurpose = 'play' | 'marketing'

export interface RegisterAnswer {
  listed: boolean
  /** ms; null = the register does not say. */
  until: number | null
}

export interface RegisterPort {
  name: string
  /** No real register stands behind it; the page says so. */
  simulated: boolean
  /** An answer later than this is none; null = one's own database, which fails by itself. */
  patienceMs: number | null
  /** Throws when the register does not answer. `unclear`: by what is known of the person it cannot be asked about him. */
  ask(person: RegisterPerson, purpose: RegisterPurpose): Promise<RegisterAnswer | 'unclear'>
}

/** Under what a person may stand in a register, the surest first; empty for somebody of whom nothing is known yet. */
export function marksOf({ email, phone, firstName, lastName, birthDate }: RegisterPerson): string[] {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()
  const marks: string[] = []
  if (email) marks.push(`email:${plain(email)}`)
  if (phone) marks.push(`phone:${phone.replaceAll(/\D/g, '')}`)
  if (firstName && lastName && birthDate) marks.push(`person:${plain(lastName)} ${plain(firstName)} ${birthDate}`)
  return marks
}
