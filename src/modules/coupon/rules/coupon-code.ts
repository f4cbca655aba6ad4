/** Codes of saved coupons: five signs of Crockford base32 (rules 2.11, wire rule 25). */
import { CODE_SIGNS, typedCode } from '#lib/codes.ts'

export const CODE_LENGTH = 5
const SHAPE = new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`)

/** The code in its one spelling. Null when it is not a code. */
export function normalCode(text: string): string | null {
  const code = typedCode(text)
  return SHAPE.test(code) ? code : null
}
