/** Security questions: the list, and when an answer is one (specification 5, wire 13.2). */

/** Numbers of the wire; the wording stands under `question_<n>` of the dictionary. They never change their meaning. */
export const QUESTION_IDS = [1, 2, 3, 4, 5, 6, 7, 8] as const

export const ANSWER_MIN = 2
export const ANSWER_MAX = 100
export const QUESTION_MIN = 5
export const QUESTION_MAX = 150

export type AnswerIssue = { field: 'answer' | 'answer_repeat' | 'question' | 'question_id'; key: string }

/** Two spellings of one answer are one answer: case, spaces and Unicode form do not count. */
export function answerKey(answer: string): string {
  return answer.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

/** What is wrong with an answer to that wording; null when nothing is. */
export function checkAnswer(question: string, answer: string, repeat: string): AnswerIssue | null {
  const key = answerKey(answer)
  const length = [...key].length
  if (length < ANSWER_MIN) return { field: 'answer', key: 'answer_short' }
  if (length > ANSWER_MAX) return { field: 'answer', key: 'answer_long' }
  if (answerKey(question).includes(key)) return { field: 'answer', key: 'answer_in_question' }
  return answerKey(repeat) === key ? null : { field: 'answer_repeat', key: 'answer_differs' }
}

/** What is wrong with a question of the player's own; null when nothing is. */
export function checkQuestion(question: string): AnswerIssue | null {
  const length = [...question.trim()].length
  if (length < QUESTION_MIN) return { field: 'question', key: 'question_short' }
  return length > QUESTION_MAX ? { field: 'question', key: 'question_long' } : null
}

export function isListed(id: number): boolean {
  return (QUESTION_IDS as readonly number[]).includes(id)
}
