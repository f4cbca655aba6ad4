/** The self-assessment: nine questions about the last twelve months, four answers each; the text is in the dictionary. */

/** Texts: `test_question_<id>`. */
export const QUESTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** 0 never, 1 sometimes, 2 often, 3 nearly always: `test_answer_<n>`. */
export const ANSWERS = [0, 1, 2, 3] as const

export const LEVELS = ['low', 'middle', 'high'] as const
export type Level = (typeof LEVELS)[number]

/** Texts: `test_advice_<level>`. */
export interface TestResult {
  score: number
  level: Level
}

const MIDDLE_FROM = 4
const HIGH_FROM = 9

export interface GivenAnswer {
  questionId: number
  answer: number
}

/** Null unless every question is answered exactly once with an answer that exists. */
export function testResult(answers: readonly GivenAnswer[]): TestResult | null {
  const byQuestion = new Map(answers.map(({ questionId, answer }) => [questionId, answer]))
  if (answers.length !== QUESTIONS.length || QUESTIONS.some((id) => !byQuestion.has(id))) return null
  if (answers.some(({ answer }) => !ANSWERS.some((known) => known === answer))) return null
  const score = answers.reduce((sum, { answer }) => sum + answer, 0)
  return { score, level: score >= HIGH_FROM ? 'high' : score >= MIDDLE_FROM ? 'middle' : 'low' }
}
