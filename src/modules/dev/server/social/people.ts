/** People of the simulated services, in memory: whoever signs in there is one of them from then on. */
import { createHash } from 'node:crypto'

export type MailState = 'proved' | 'unproved' | 'none'

export interface SimulatedPerson {
  id: string
  name: string
  email: string | null
  emailProved: boolean
}

const people = new Map<string, SimulatedPerson>()

/** Letters, digits and hyphens: it becomes a subject and the name of a mailbox. */
export const personName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 30) || 'anna'

export function meetPerson(provider: string, name: string, mail: MailState): SimulatedPerson {
  const id = `${provider}-${personName(name)}`
  const email = mail === 'none' ? null : `${personName(name)}.${provider}@people.example`
  const person = { id, name: personName(name), email, emailProved: mail === 'proved' }
  people.set(id, person)
  if (people.size > 2000) people.delete(people.keys().next().value!)
  return person
}

export const personById = (id: string): SimulatedPerson | null => people.get(id) ?? null

/** Telegram's and many others' subjects are numbers. */
export const numberOf = (id: string): number => Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 8), 16)

/** Thirty-two bytes that are always the same for a name: the key of his simulated wallet. */
export const walletSeed = (name: string): Uint8Array =>
  createHash('sha256')
    .update(`polosa simulated wallet:${personName(name)}`)
    .digest()
