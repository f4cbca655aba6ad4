/**
 * Phone numbers (spec 5): digits of any script, masks, lengths and kinds. The rules are our own; a numbering plan that is
 * not in the tables has no kind, and nothing is guessed. Pure.
 */
import { applyMask } from './text-mask.ts'

/** A country as the field needs it; `mask` has a `0` for each digit, null means none is known. */
export interface PhonePlan {
  /** "+7" */
  phoneCode: string
  mask: string | null
  min: number
  max: number
  /** First digits that a number may have; empty allows every one. */
  firstDigits: string
}

export const PHONE_LIMITS = { min: 6, max: 20, national: 2, format: 3, metadata: 17, codeSearch: 3 } as const

/** Digits only: Latin, full-width, Arabic-Indic and Persian ones. */
export function phoneDigits(text: string): string {
  return text
    .replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => {
      const code = digit.codePointAt(0)!
      return String(code - (code >= 0xff10 ? 0xff10 : code >= 0x6f0 ? 0x6f0 : 0x660))
    })
    .replaceAll(/\D/g, '')
}

/** Digits that the mask holds, padded with zeros up to the country's greatest length. */
export function fullMask({ mask, max }: PhonePlan): string | null {
  if (mask === null) return null
  return mask + '0'.repeat(Math.max(0, max - mask.replaceAll(/[^0]/g, '').length))
}

/** What the field shows of a typed text: cut to the mask, cleared when the first digit is not allowed. */
export function typedPhone(text: string, plan: PhonePlan | null): string {
  const digits = withoutCallingCode(text, plan)
  if (plan !== null && beginsCallingCode(text, plan)) return `+${digits}`
  if (plan === null) return digits.slice(0, PHONE_LIMITS.max)
  if (digits !== '' && plan.firstDigits !== '' && !plan.firstDigits.includes(digits[0]!)) return ''
  const mask = fullMask(plan)
  if (mask === null) return digits.slice(0, plan.max)
  return digits.length < PHONE_LIMITS.format ? digits : applyMask(digits, mask.replaceAll('0', '#'))
}

/** A plus and the first digits of the code stay until the code is whole: it then goes, as it does from a pasted number. */
function beginsCallingCode(text: string, { phoneCode }: PhonePlan): boolean {
  const begun = `+${phoneDigits(text)}`
  return /^\s*\+/.test(text) && begun.length < phoneCode.length && phoneCode.startsWith(begun)
}

/** A whole number that was pasted loses the code that stands before the field. */
function withoutCallingCode(text: string, plan: PhonePlan | null): string {
  const digits = phoneDigits(text)
  const code = plan?.phoneCode.slice(1) ?? ''
  return plan && /^\s*(\+|00)/.test(text) && digits.replace(/^00/, '').startsWith(code)
    ? digits.replace(/^00/, '').slice(code.length)
    : digits
}

export const PHONE_LENGTHS = ['IS_POSSIBLE', 'TOO_SHORT', 'TOO_LONG', 'INVALID_LENGTH'] as const
export type PhoneLength = (typeof PHONE_LENGTHS)[number]

/** Judges the length of a national number. `lengths` are the ones of the plan; between them it is INVALID_LENGTH. */
export function phoneLength(national: string, lengths: readonly number[]): PhoneLength {
  const count = national.length
  if (count < PHONE_LIMITS.national || count < Math.min(...lengths)) return 'TOO_SHORT'
  if (count > PHONE_LIMITS.metadata || count > Math.max(...lengths)) return 'TOO_LONG'
  return lengths.includes(count) ? 'IS_POSSIBLE' : 'INVALID_LENGTH'
}

export interface PhoneIssue {
  key: 'required' | 'phone_min_length' | 'equal_length'
  params: { n: number; count: number }
}

/** The form's rule: optional unless required, at least the least, at most what the mask or the country allows. */
export function checkPhone(text: string, plan: PhonePlan | null, required: boolean): PhoneIssue | null {
  const { length } = phoneDigits(text)
  const issue = (key: PhoneIssue['key'], n: number): PhoneIssue => ({ key, params: { n, count: n } })
  if (length === 0) return required ? issue('required', 0) : null
  const min = plan?.min ?? PHONE_LIMITS.min
  const max = plan?.max ?? PHONE_LIMITS.max
  if (plan?.mask != null && min === max && length !== max) return issue('equal_length', max)
  if (length < min) return issue('phone_min_length', min)
  return length > max ? issue('equal_length', max) : null
}

/** Countries whose code holds the typed digits (three at most); a plus is not counted. */
export function byPhoneCode<C extends { phoneCode: string }>(countries: readonly C[], typed: string): C[] {
  const digits = phoneDigits(typed).slice(0, PHONE_LIMITS.codeSearch)
  return digits === '' ? [...countries] : countries.filter(({ phoneCode }) => phoneCode.includes(digits))
}

export const PHONE_TYPES = [
  'mobile',
  'fixed_line',
  'toll_free',
  'premium_rate',
  'shared_cost',
  'voip',
  'personal_number',
  'pager',
  'uan',
  'voicemail',
] as const
export type PhoneType = (typeof PHONE_TYPES)[number]

/** Beginnings of national numbers by calling code; the longest one that fits decides. */
const KINDS: Readonly<Record<string, Partial<Readonly<Record<PhoneType, string>>>>> = {
  '7': {
    mobile: '9 700 701 702 703 704 705 706 707 708 747 771 775 776 777 778',
    fixed_line: '3 4 81 82 83 84 85 86 87 71 72',
    toll_free: '800 804',
    premium_rate: '809',
    personal_number: '808',
    voip: '751',
  },
  '44': {
    mobile: '7',
    fixed_line: '1 2',
    toll_free: '800 808',
    premium_rate: '9',
    shared_cost: '84 87',
    voip: '56',
    personal_number: '70',
    pager: '76',
    uan: '3 55',
  },
  '49': {
    mobile: '15 16 17',
    fixed_line: '2 3 4 5 6 8 9',
    toll_free: '800',
    premium_rate: '900',
    shared_cost: '180',
    voip: '32',
    personal_number: '700',
    pager: '164 168',
    uan: '18',
    voicemail: '17013 17113 17513 17255 17355 17455 17799 17899 17633 17933',
  },
  '1': { toll_free: '800 833 844 855 866 877 888', premium_rate: '900', personal_number: '500 521 522 533 544 566 577 588' },
  '33': { mobile: '6 7', fixed_line: '1 2 3 4 5', toll_free: '80', premium_rate: '89', shared_cost: '81 82', voip: '9' },
  '380': { mobile: '39 50 63 66 67 68 73 9', fixed_line: '3 4 5 6', toll_free: '800', premium_rate: '900' },
  '998': { mobile: '20 33 50 77 88 9' },
  '375': { mobile: '25 29 33 44', fixed_line: '1 21 22 23', toll_free: '800 801', premium_rate: '902' },
  '800': { toll_free: '0 1 2 3 4 5 6 7 8 9' },
  '808': { shared_cost: '0 1 2 3 4 5 6 7 8 9' },
  '878': { personal_number: '1' },
  '979': { premium_rate: '0 1 2 3 4 5 6 7 8 9' },
}

/** The kind of a number; null where its plan is not in the table, or the plan itself does not tell (North America). */
export function phoneType(phoneCode: string, national: string): PhoneType | null {
  const digits = phoneDigits(national)
  let best: { type: PhoneType; length: number } | null = null
  for (const [type, beginnings] of Object.entries(KINDS[phoneDigits(phoneCode)] ?? {}) as [PhoneType, string][]) {
    for (const beginning of beginnings.split(' ')) {
      if (digits.startsWith(beginning) && beginning.length > (best?.length ?? 0)) best = { type, length: beginning.length }
    }
  }
  return best?.type ?? null
}
