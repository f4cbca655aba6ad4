/** The dictionary that a new password is judged by. Large: read when somebody chooses one. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Signs that the estimate looks at: its cost grows with the square, and a strong beginning is enough. */
const JUDGED = 40

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED })
const common = new Set(dictionary['passwords-common'].map(String))

export const isCommon = (folded: string): boolean => common.has(folded)

export function isWeak(password: string, words: string[]): boolean {
  return strength.check(password.slice(0, JUDGED), words).score < 2
}
