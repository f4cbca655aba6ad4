/** Work instead of a puzzle: the browser looks for a number, nobody has to see or press anything (WCAG 3.3.8). */
import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution, type HmacAlgorithm } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** Rounds of PBKDF2 a try: a few milliseconds on a slow phone. */
const COST = 2_000
const SHA_256 = 'SHA-256' as HmacAlgorithm

export interface WorkSecrets {
  /** Signs the challenge. */
  signature: string
  /** Signs the answer, so that judging one costs no work. */
  key: string
}

export function newWork(secrets: WorkSecrets, work: { least: number; most: number }): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(work.least, work.most + 1),
    deriveKey,
    hmacAlgorithm: SHA_256,
    hmacSignatureSecret: secrets.signature,
    hmacKeySignatureSecret: secrets.key,
  })
}

export async function isWorkDone(
  secrets: WorkSecrets,
  challenge: Challenge,
  answer: { counter: number; derivedKey: string },
): Promise<boolean> {
  const { verified } = await verifySolution({
    challenge,
    solution: { ...answer, time: 0 },
    deriveKey,
    hmacAlgorithm: SHA_256,
    hmacSignatureSecret: secrets.signature,
    hmacKeySignatureSecret: secrets.key,
  })
  return verified
}
