/**
 * Changing the bound phone: a code to the old number, a code to the new one, the security answer where one is
 * set. The steps of one change stand in one challenge; what is proven so far is its stage.
 */
import { DAY, MINUTE } from '#lib/time.ts'
import { inTx, sqlState, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import {
  CODE_LENGTH,
  codeOver,
  insertSecurityEvent,
  maskPhone,
  RESEND_AFTER_S,
  selectPlayer,
  type AuthDeps,
} from '#modules/auth/server/index.ts'
import { checkUserAnswer, readQuestion, wrongAnswer, type StoredQuestion } from './secure-question.ts'

const PURPOSE = 'phone_update'
const CHANGE_LIFE_MS = 30 * MINUTE
/** After a change the number rests: a thief of a session cannot hand it on at once. */
const REST_MS = DAY

export interface PhoneOwner {
  playerId: number
  brand: string
  ip: string
}

type Stage = 'old' | 'new' | 'question'

interface Change {
  /** The number that is left and the one that comes, whole, in digits. */
  from: string
  to: string
  stage: Stage
  codeId?: string
}

export interface CodeSent {
  codeLength: number
  resendAfterS: number
  /** Masked number that the code went to. */
  phone: string
}

export type PhoneStep = { next: 'new_phone' } | { next: 'question'; question: StoredQuestion } | { next: 'none'; phone: string }

/** Problems: security.no_phone (57), security.phone_same and security.phone_taken (52), security.phone_rests (53), auth.code_too_soon (44). */
export async function beginPhoneChange(deps: AuthDeps, owner: PhoneOwner, to: string): Promise<{ authId: string } | Problem> {
  const { playerId, brand } = owner
  const counted = await deps.limits.count('message', owner.ip)
  if (counted) return counted
  const { phone: from } = await selectPlayer(deps.db, playerId)
  if (from === null) return problem('security.no_phone', { wire: 57, field: 'phone_number' })
  if (from === to) return problem('security.phone_same', { wire: 52, field: 'phone_number' })
  if (await isResting(deps, playerId)) return problem('security.phone_rests', { wire: 53, field: 'phone_number' })
  const other = await deps.db.selectFrom('player').select('id').where('brand', '=', brand).where('phone', '=', to).executeTakeFirst()
  if (other) return taken('phone_number')
  const data: Change = { from, to, stage: 'old' }
  const authId = await inTx(deps.db, (tx) =>
    deps.challenges.open(tx, { purpose: PURPOSE, brand, playerId, data: { ...data }, lifeMs: CHANGE_LIFE_MS }),
  )
  return { authId }
}

/** Sends the code of the present stage. Problems: security.step_expired (51), auth.code_too_soon (44). */
export async function sendPhoneCode(
  deps: AuthDeps,
  owner: PhoneOwner,
  given: { authId: string; lng: string; toApps: boolean },
): Promise<CodeSent | Problem> {
  const counted = await deps.limits.count('message', owner.ip)
  if (counted) return counted
  return inTx(deps.db, async (tx) => {
    const found = await openChange(deps, tx, owner, given.authId)
    if (!found) return expired()
    const { change } = found
    const { stage } = change
    if (stage === 'question') return expired()
    const phone = stage === 'old' ? change.from : change.to
    // Each number has its own minute of rest: the code to the new one follows at once.
    const opened = await deps.challenges.openWithCode(tx, {
      purpose: codePurpose(stage),
      brand: owner.brand,
      playerId: owner.playerId,
      data: { phone },
    })
    if (isProblem(opened)) return opened
    await store(tx, found.idHash, { ...change, codeId: opened.id })
    await deps.messenger.send(tx, {
      brand: owner.brand,
      channel: given.toApps ? 'app' : 'sms',
      to: `+${phone}`,
      template: 'code',
      lng: given.lng,
      params: { code: opened.code },
    })
    return { codeLength: CODE_LENGTH, resendAfterS: RESEND_AFTER_S, phone: maskPhone(phone) }
  })
}

/** Problems: auth.wrong_code (2), auth.code_over (2) also for foreign and expired changes, security.phone_taken (52). */
export async function provePhoneCode(
  deps: AuthDeps,
  owner: PhoneOwner,
  given: { authId: string; code: string },
): Promise<PhoneStep | Problem> {
  return refuseTaken('sms_code', () =>
    inTx(deps.db, async (tx): Promise<PhoneStep | Problem> => {
      const found = await openChange(deps, tx, owner, given.authId)
      if (!found) return codeOver
      const { change } = found
      const { stage, codeId } = change
      if (stage === 'question' || codeId === undefined) return codeOver
      const proof = await deps.challenges.redeemCode(tx, codePurpose(stage), owner.brand, codeId, given.code)
      if (isProblem(proof)) return proof
      const number = stage === 'old' ? change.from : change.to
      if (proof.playerId !== owner.playerId || proof.data['phone'] !== number) return codeOver
      if (stage === 'old') {
        await store(tx, found.idHash, { from: change.from, to: change.to, stage: 'new' })
        return { next: 'new_phone' }
      }
      const question = await readQuestion(tx, owner.playerId)
      if (!question) return finish(deps, tx, owner, found)
      await store(tx, found.idHash, { from: change.from, to: change.to, stage: 'question' })
      return { next: 'question', question }
    }),
  )
}

/** The last step where a question is set. Problems: security.wrong_answer (54), auth.locked (42), security.phone_taken (52). */
export async function proveAnswer(
  deps: AuthDeps,
  owner: PhoneOwner,
  given: { authId: string; answer: string },
): Promise<PhoneStep | Problem> {
  const waiting = await inTx(deps.db, (tx) => openChange(deps, tx, owner, given.authId))
  if (waiting?.change.stage !== 'question') return wrongAnswer()
  const refused = await checkUserAnswer(deps, owner, given.answer)
  if (refused) {
    await inTx(deps.db, async (tx) => {
      const found = await deps.challenges.peek(tx, PURPOSE, owner.brand, given.authId)
      if (found) await deps.challenges.countTry(tx, found)
    })
    return refused
  }
  return refuseTaken('user_answer', () =>
    inTx(deps.db, async (tx): Promise<PhoneStep | Problem> => {
      const found = await openChange(deps, tx, owner, given.authId)
      return found?.change.stage === 'question' ? finish(deps, tx, owner, found) : wrongAnswer()
    }),
  )
}

interface OpenChange {
  idHash: Buffer
  change: Change
}

/** The player's own change, locked; null for unknown, expired and foreign ones alike. */
async function openChange(deps: AuthDeps, tx: Tx, owner: PhoneOwner, authId: string): Promise<OpenChange | null> {
  const found = await deps.challenges.peek(tx, PURPOSE, owner.brand, authId)
  if (found?.playerId !== owner.playerId) return null
  return { idHash: found.idHash, change: found.data as unknown as Change }
}

async function finish(deps: AuthDeps, tx: Tx, owner: PhoneOwner, { idHash, change }: OpenChange): Promise<PhoneStep | Problem> {
  const at = new Date(deps.clock.now())
  const done = await tx
    .updateTable('player')
    .set({ phone: change.to, phone_confirmed_at: at })
    .where('id', '=', owner.playerId)
    .where('phone', '=', change.from)
    .executeTakeFirst()
  // Another change was quicker; this one proves a number that is no longer bound.
  if (done.numUpdatedRows === 0n) return expired()
  await deps.challenges.markUsed(tx, idHash)
  await insertSecurityEvent(tx, { playerId: owner.playerId, kind: 'phone_changed', ip: owner.ip, at })
  const player = await selectPlayer(tx, owner.playerId)
  const params = { phone: maskPhone(change.to) }
  const notice = { brand: owner.brand, template: 'phone_changed', lng: player.language, params }
  await deps.messenger.send(tx, { ...notice, channel: 'sms', to: `+${change.from}` })
  if (player.email && player.email_confirmed_at) await deps.messenger.send(tx, { ...notice, channel: 'mail', to: player.email })
  return { next: 'none', phone: maskPhone(change.to) }
}

async function store(tx: Tx, idHash: Buffer, change: Change): Promise<void> {
  await tx
    .updateTable('challenge')
    .set({ data: JSON.stringify(change) })
    .where('id_hash', '=', idHash)
    .execute()
}

async function isResting(deps: AuthDeps, playerId: number): Promise<boolean> {
  const row = await deps.db
    .selectFrom('security_event')
    .select('id')
    .where('player_id', '=', playerId)
    .where('kind', '=', 'phone_changed')
    .where('at', '>', new Date(deps.clock.now() - REST_MS))
    .executeTakeFirst()
  return row !== undefined
}

/** Two players may prove one number at once: the index decides who has it. */
async function refuseTaken(field: string, work: () => Promise<PhoneStep | Problem>): Promise<PhoneStep | Problem> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === '23505') return taken(field)
    throw error
  }
}

const codePurpose = (stage: 'old' | 'new') => `${PURPOSE}_${stage}`
const taken = (field: string) => problem('security.phone_taken', { wire: 52, field })
const expired = () => problem('security.step_expired', { wire: 51, field: 'authId' })
