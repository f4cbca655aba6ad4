import { expect, it } from 'vitest'
import { CODE_SIGNS, codeOf, typedCode } from './codes.ts'

it('reads a code as people type it', () => expect(typedCode(' o1il-abcd efgh ')).toBe('0111ABCDEFGH'))
it('what is drawn reads as itself, and every sign comes as often', () => {
  const drawn = codeOf(Array.from({ length: 256 }, (_, byte) => byte))
  expect(typedCode(drawn)).toBe(drawn)
  expect(drawn).toBe(CODE_SIGNS.repeat(8))
})
