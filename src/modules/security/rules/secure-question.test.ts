import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerKey, checkAnswer, checkQuestion } from './secure-question.ts'

test('case, spaces and width of letters do not make another answer', () => {
  expect(answerKey('  Moss   LANE ')).toBe('moss lane')
  expect(answerKey('Ｍｏｓｓ lane')).toBe('moss lane')
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => answerKey(answerKey(text)) === answerKey(text)))
})

test.each([
  ['First school?', 'a', 'a', 'answer:answer_short'],
  ['First school?', 'x'.repeat(101), 'x'.repeat(101), 'answer:answer_long'],
  ['First school?', 'SCHOOL', 'school', 'answer:answer_in_question'],
  ['First school?', 'moss lane', 'moss lanes', 'answer_repeat:answer_differs'],
  ['First school?', 'Moss lane', 'moss  LANE', null],
])('%s / %s / %s', (question, answer, repeat, wanted) => {
  const issue = checkAnswer(question, answer, repeat)
  expect(issue && `${issue.field}:${issue.key}`).toBe(wanted)
})

test('a question of the player has a length', () => {
  expect([checkQuestion('Who?')?.key, checkQuestion('x'.repeat(151))?.key, checkQuestion('Name of my boat?')]).toEqual([
    'question_short',
    'question_long',
    null,
  ])
})
