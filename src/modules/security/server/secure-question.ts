/** The security question: chosen, answered, never shown with its answer (specification 5; wire 13.2). */
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { insertSecurityEvent, type AuthDeps } from '#modules/auth/server/index.ts'
import { answerKey, checkAnswer, checkQuestion, isListed } from '../rules/secure-question.ts'
import './tables.ts'

export interface StoredQuestion {
  /** 0 = the player's own wording, which stands in `own`. */
  id: number
  own: string | null
}

export interface NewQuestion {
  /** Number in the list, or null for a question of the player's own. */
  id: number | null
  /** The wording as the player saw it: an answer that stands in it is none. */
  wording: string
  answer: string
  repeat: string
}

export async function readQuestion(db: Db | Tx, playerId: number): Promise<StoredQuestion | null> {
  const row = await db
    .selectFrom('secure_question')
    .select(['question_id', 'question'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row ? { id: row.question_id, own: row.question } : null
}

export async function hasQuestion(db: Db | Tx, playerId: number): Promise<boolean> {
  return (await readQuestion(db, playerId)) !== null
}

/** Problems: security.question_unknown, security.question_short, …, all at their fields. A new answer replaces the old one. */
export async function setQuestion(deps: AuthDeps, owner: { playerId: number; ip: string }, given: NewQuestion): Promise<Problem | null> {
  if (given.id !== null && !isListed(given.id)) return problem('security.question_unknown', { field: 'question_id' })
  const own = given.wording.trim().replaceAll(/\s+/gu, ' ')
  const issue = (given.id === null ? checkQuestion(own) : null) ?? checkAnswer(own, given.answer, given.repeat)
  if (issue) return problem(`security.${issue.key}`, { field: issue.field })
  const answer_hash = await deps.passwords.hash(answerKey(given.answer))
  const at = new Date(deps.clock.now())
  await inTx(deps.db, async (tx) => {
    const values = { question_id: given.id ?? 0, question: given.id === null ? own : null, answer_hash, set_at: at }
    await tx
      .insertInto('secure_question')
      .values({ player_id: owner.playerId, ...values })
      .onConflict((conflict) => conflict.column('player_id').doUpdateSet(values))
      .execute()
    await insertSecurityEvent(tx, { playerId: owner.playerId, kind: 'question_set', ip: owner.ip, at })
  })
  return null
}

/**
 * Whether the answer is right. A player without a question costs the same work and gets the same refusal. Guesses
 * are counted before they are looked at. Problems: security.wrong_answer (54), auth.locked (42).
 */
export async function checkUserAnswer(deps: AuthDeps, owner: { playerId: number; brand: string }, answer: string): Promise<Problem | null> {
  const guess = await deps.limits.countProof(owner.brand, 'answer', owner.playerId)
  if (isProblem(guess)) return { ...guess, status: 200 }
  const row = await deps.db.selectFrom('secure_question').select('answer_hash').where('player_id', '=', owner.playerId).executeTakeFirst()
  const key = answerKey(answer)
  const right = row ? await deps.passwords.verify(row.answer_hash, key) : await deps.passwords.verifyNobody(key)
  if (!row || !right) return wrongAnswer()
  if (deps.passwords.isOutdated(row.answer_hash)) {
    const answer_hash = await deps.passwords.hash(key)
    const outdated = deps.db.updateTable('secure_question').set({ answer_hash }).where('player_id', '=', owner.playerId)
    await outdated.where('answer_hash', '=', row.answer_hash).execute()
  }
  await deps.limits.clearProof(owner.brand, 'answer', owner.playerId)
  return null
}

export function wrongAnswer(): Problem {
  return problem('security.wrong_answer', { wire: 54, field: 'user_answer' })
}
