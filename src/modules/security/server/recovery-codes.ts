/** Recovery codes: kept as passwords are (argon2id, ACC-09), each good once. */
import { randomBytes } from 'node:crypto'
import { codeOf, typedCode } from '#lib/codes.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AuthDeps, FactorProof } from '#modules/auth/server/index.ts'
import './tables.ts'

const CODES = 10
const CODE_SIGNS = 12
const GROUPS = 3
/** Of the keyed MAC, beside a hash: finds one row of ten, and with the key known leaves 52 bits of a code to guess. */
const SELECTOR_BYTES = 1

export interface NewRecoveryCode {
  /** As it is shown, once. */
  code: string
  selector: Buffer
  hash: string
}

type RecoveryProof = Extract<FactorProof, { kind: 'recovery' }>

/** Ten codes and their hashes: the work of ten passwords, so never inside a transaction. No two have one selector. */
export async function newRecoveryCodes(deps: AuthDeps, playerId: number): Promise<NewRecoveryCode[]> {
  const drawn = new Map<string, { code: string; selector: Buffer }>()
  while (drawn.size < CODES) {
    const code = drawCode()
    const selector = selectorOf(macOf(deps, playerId, cleanRecoveryCode(code)))
    drawn.set(selector.toString('hex'), { code, selector })
  }
  const made: NewRecoveryCode[] = []
  // One after the other: sign-ins that come meanwhile get their turn between two of them.
  for (const one of drawn.values()) made.push({ ...one, hash: await deps.passwords.hash(cleanRecoveryCode(one.code)) })
  return made
}

/** The player's old codes end with it. */
export async function replaceRecoveryCodes(tx: Tx, playerId: number, codes: readonly NewRecoveryCode[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('player_id', '=', playerId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map(({ selector, hash }) => ({ player_id: playerId, code_mac: selector, code_hash: hash, used_at: null })))
    .execute()
}

/**
 * The unused code that this is, null for none. What has the length of a code costs one check, right or wrong, known
 * selector or not; what has not costs none.
 */
export async function lookAtRecoveryCode(deps: AuthDeps, playerId: number, typed: string): Promise<RecoveryProof | null> {
  const code = cleanRecoveryCode(typed)
  if (code.length !== CODE_SIGNS) return null
  const mac = macOf(deps, playerId, code)
  const row = await deps.db
    .selectFrom('recovery_code')
    .select(['code_mac', 'code_hash'])
    .where('player_id', '=', playerId)
    .where('code_mac', 'in', [mac, selectorOf(mac)])
    .where('used_at', 'is', null)
    .executeTakeFirst()
  const isRight = row?.code_hash ? await deps.passwords.verify(row.code_hash, code) : await deps.passwords.verifyNobody(code)
  // Given before codes were hashed: the whole MAC is the proof.
  const isOldOne = row !== undefined && row.code_hash === null
  return row && (isRight || isOldOne) ? { kind: 'recovery', mac: row.code_mac, hash: row.code_hash } : null
}

/** False when somebody else has used it, or the codes were replaced since. */
export async function useRecoveryCode(tx: Tx, playerId: number, { mac, hash }: RecoveryProof, at: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('player_id', '=', playerId)
    .where('code_mac', '=', mac)
    .where('code_hash', 'is not distinct from', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** A code as it was typed, whatever stands between its signs. */
export function cleanRecoveryCode(text: string): string {
  return typedCode(text).replaceAll(/[^0-9A-Z]/g, '')
}

function macOf(deps: AuthDeps, playerId: number, clean: string): Buffer {
  return deps.keys.mac('recovery', `${playerId}:${clean}`)
}

function selectorOf(mac: Buffer): Buffer {
  return mac.subarray(0, SELECTOR_BYTES)
}

/** 60 random bits in three groups: nobody mistakes a sign, and no guess hits one of ten. */
function drawCode(): string {
  const group = () => codeOf(randomBytes(CODE_SIGNS / GROUPS))
  return Array.from({ length: GROUPS }, group).join('-')
}
