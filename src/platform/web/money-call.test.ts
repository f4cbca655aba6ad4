import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { answerProof, moneyCall } from './money-call.ts'

afterEach(() => answerProof(false))

/** What the caller throws after its tries with fresh tokens. */
function refused(status: number, code: number): ApiError {
  const request = { method: 'POST', url: '/', params: null, headers: {}, statusCode: status }
  const response = { Success: false, ErrorCode: code, Error: 'Confirm the password' }
  return new ApiError({ message: 'Something went wrong', title: 'TOKEN_NOT_AUTHENTICATED', status, response, request })
}
const idle = () => refused(401, 403)

/** Refused until the player has proven himself. */
function calls() {
  const state = { isIdle: true, made: 0 }
  const work = async () => {
    state.made += 1
    if (state.isIdle) throw idle()
    return 'placed'
  }
  return { state, work }
}

it('what an idle session was refused is done again when the player has proven himself: one question for all that waits', async () => {
  const { state, work } = calls()
  const both = Promise.all([moneyCall(work), moneyCall(work)])
  await vi.waitFor(() => expect(state.made).toBe(2))
  await Promise.resolve()
  state.isIdle = false
  answerProof(true)
  expect([await both, state.made]).toEqual([['placed', 'placed'], 4])
})

it('who has proven himself is told of before the call goes out again', async () => {
  const { state, work } = calls()
  const heard: number[] = []
  const waits = moneyCall(work, () => heard.push(state.made))
  await vi.waitFor(() => expect(state.made).toBe(1))
  await new Promise((done) => setTimeout(done))
  state.isIdle = false
  answerProof(true)
  expect([await waits, heard]).toEqual(['placed', [1]])
})

it('whoever closes the question is told that it was asked, not that something went wrong', async () => {
  const { state, work } = calls()
  const waits = expect(moneyCall(work)).rejects.toMatchObject({ message: 'Confirm the password', status: 401, code: 403 })
  await vi.waitFor(() => expect(state.made).toBe(1))
  await new Promise((done) => setTimeout(done))
  answerProof(false)
  await waits
  expect(state.made).toBe(1)
})

it.each([
  ['a password that must be replaced', refused(403, 403)],
  ['another refusal', refused(200, 103)],
  ['a token of nobody', new ApiError({ message: 'x', title: 'USER_NOT_AUTHENTICATED', status: 403, request: idle().request })],
])('%s asks nothing', async (_what, error) => {
  await expect(moneyCall(() => Promise.reject(error))).rejects.toBe(error)
})
