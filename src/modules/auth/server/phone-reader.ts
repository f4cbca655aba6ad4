import { phoneDigits } from '#lib/phone.ts'
import type { Problem } from '#platform/shared/problem.ts'

/** The whole number in digits from what a form sends; the rules of numbers are a module above this one. */
export type PhoneReader = (country: string, national: string) => string | Problem

export const digitsOnly: PhoneReader = (country, national) => phoneDigits(`${country}${national}`)
