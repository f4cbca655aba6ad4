/** National registers of self-exclusion (standards RG-14): what is asked of one, whoever runs it. */

export interface RegisterPerson {
  email: string | null
  /** Digits with the country's code. */
  phone: string | null
  firstName: string | null
  lastName: string | null
  /** "1990-05-17". */
  birthDate: string | null
}

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
  /** Throws when the register does not answer. */
  ask(person: RegisterPerson): Promise<RegisterAnswer>
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
