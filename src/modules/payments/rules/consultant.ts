/** Topics of questions about money, and what each form asks. */
export interface Topic {
  id: number
  /** Its text: payments:topic_<key>. */
  key: string
  needsTransaction: boolean
  fields: readonly { name: string; required: boolean; max: number }[]
}

const LAST_DIGITS = { name: 'card_last_digits', required: false, max: 4 }
const BANK = { name: 'bank', required: false, max: 80 }

export const TOPICS: readonly Topic[] = [
  { id: 1, key: 'deposit_missing', needsTransaction: true, fields: [{ name: 'paid_at', required: true, max: 40 }, LAST_DIGITS, BANK] },
  { id: 2, key: 'withdrawal_late', needsTransaction: true, fields: [BANK] },
  { id: 3, key: 'withdrawal_refused', needsTransaction: true, fields: [] },
  { id: 4, key: 'wrong_details', needsTransaction: true, fields: [{ name: 'right_details', required: true, max: 120 }] },
  { id: 5, key: 'how_to_pay', needsTransaction: false, fields: [{ name: 'wanted_way', required: false, max: 80 }] },
  { id: 6, key: 'other', needsTransaction: false, fields: [] },
]

export interface FormFault {
  field: string
  key: 'unknown_topic' | 'transaction_missing' | 'comment_missing' | 'field_missing' | 'field_long' | 'card_digits'
}

/** A fault in words; `text` finds the texts of the unit. */
export function faultText({ field, key }: FormFault, text: (key: string, params?: { label: string }) => string): string {
  return key === 'field_missing' ? text(`fault_${key}`, { label: text(`field_${field}`) }) : text(`fault_${key}`)
}

/** Everything that is wrong with a filled form, all at once. */
export function formFaults(given: {
  topicId: number
  transactionId: string
  comment: string
  fields: Readonly<Record<string, string>>
}): FormFault[] {
  const topic = TOPICS.find(({ id }) => id === given.topicId)
  if (!topic) return [{ field: 'topic_id', key: 'unknown_topic' }]
  const faults: FormFault[] = []
  if (topic.needsTransaction && given.transactionId === '') faults.push({ field: 'transaction_id', key: 'transaction_missing' })
  if (given.comment.trim() === '') faults.push({ field: 'comment', key: 'comment_missing' })
  for (const { name, required, max } of topic.fields) {
    const value = Object.hasOwn(given.fields, name) ? given.fields[name]!.trim() : ''
    if (required && value === '') faults.push({ field: name, key: 'field_missing' })
    else if (value.length > max && name !== LAST_DIGITS.name) faults.push({ field: name, key: 'field_long' })
    // Never a whole card number: it is refused before it is kept anywhere.
    else if (name === LAST_DIGITS.name && value !== '' && !/^\d{4}$/.test(value)) faults.push({ field: name, key: 'card_digits' })
  }
  return faults
}

/** What of the given fields belongs to the topic. */
export function fieldsOfTopic(topicId: number, fields: Readonly<Record<string, string>>): Record<string, string> {
  const topic = TOPICS.find(({ id }) => id === topicId)
  return Object.fromEntries(
    (topic?.fields ?? []).flatMap(({ name }) => {
      const value = Object.hasOwn(fields, name) ? fields[name]!.trim() : ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

/** A whole card number in a text: thirteen to nineteen digits that pass the check sum, with or without gaps. */
export function hasCardNumber(text: string): boolean {
  return [...text.matchAll(/\d(?:[ -]?\d){12,18}/g)].some(([found]) => passesLuhn(found.replace(/\D/g, '')))
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [at, sign] of [...digits].toReversed().entries()) {
    const value = Number(sign) * (at % 2 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
