/** The security question (wire 13.2) and the state of an account's security (wire 12.3). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/wire-schema.ts'

const id = z.coerce.number().int().min(0).max(30_000)
const question = z.object({ question_id: z.number().int(), question: z.string(), isCustom: z.boolean() })
const saved = z.object({ saved: z.literal(true) })

export const questionsCall = endpoint({
  method: 'POST',
  path: office('getsecurequestions'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: z.array(z.object({ question_id: z.number().int(), question: z.string() })),
  summary: 'Questions to choose from',
})

export const userQuestionCall = endpoint({
  method: 'POST',
  path: office('getUserSecureQuestion'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: question,
  summary: "The player's question, never its answer",
})

export const questionWithPhoneCall = endpoint({
  method: 'POST',
  path: office('getusersecurequestion-with-phone'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: question.extend({ phone: z.string() }),
  summary: "The player's question and his masked phone",
})

export const setAnswerCall = endpoint({
  method: 'POST',
  path: office('setanswertosecurequestion'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ question_id: id, answer: text(400), answer_repeat: text(400) }),
  reply: saved,
  summary: 'Choose a question of the list and answer it',
})

export const setCustomAnswerCall = endpoint({
  method: 'POST',
  path: office('setanswertocustomsecurequestion'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ question: text(400), answer: text(400), answer_repeat: text(400) }),
  reply: saved,
  summary: "Set a question of the player's own and answer it",
})

export const secureCall = endpoint({
  method: 'POST',
  path: '/web-api/user/secure',
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z
    .object({ question_id: id.nullish(), answer: text(400).nullish(), password: text(2100).nullish(), app_code: text(40).nullish() })
    .nullish(),
  reply: z.object({
    level: z.number().int(),
    email: z.boolean(),
    phone: z.boolean(),
    two_factor: z.boolean(),
    question: z.boolean(),
  }),
  summary: 'How well the account is secured; with question_id, answer and password it sets the question first',
})
