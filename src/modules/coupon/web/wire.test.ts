import { expect, it } from 'vitest'
import { legLines } from './leg-text.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { readBetFailure, readSaved, type WireSaved } from './wire.ts'

/** A leg of a saved coupon as GetCoupon tells it. */
const saved = (more: object) =>
  readSaved({ Events: [{ Type: 1, Opp1: 'Arden', Opp2: 'Boden', Liga: 'League', GroupName: 'Result', MarketName: 'Arden', GameType: '', PeriodName: '', ...more }] } as unknown as WireSaved)[0]! // prettier-ignore

it.each([
  [{ GameType: 'Duel' }, 'Result · Duel · W1'],
  [{ GameType: 'Corners', PeriodName: '1st half' }, 'Result · Corners. 1st half · W1'],
  [{ PeriodName: '1st half' }, 'Result · 1st half · W1'],
  [{}, 'Result · W1'],
])('a leg of a code is called as one that was pressed in the line: %j', (more, market) => {
  const texts = { w1: 'W1', w2: 'W2', draw: 'Draw' }
  expect(legLines(saved(more), texts)).toEqual({ title: 'Arden', market, teams: 'Arden – Boden' })
})

it.each([
  [200, 133, 'refused'],
  [200, 130, 'refused'],
  [400, 161_627, 'refused'],
  [401, null, 'refused'],
  [429, null, 'lost'],
  [503, 133, 'lost'],
  [503, 900_503, 'lost'],
  [500, 500, 'lost'],
  [502, null, 'lost'],
])('an answer of %i with the code %s is a bet that was %s', (status, ErrorCode, kind) => {
  const request = { url: '/', method: 'POST', statusCode: status } as ApiError['request']
  const error = new ApiError({ message: 'x', title: 'x', status, response: { Success: false, ErrorCode }, request })
  expect(readBetFailure(error).kind).toBe(kind)
})

it('nobody signed in is told from a player who must prove himself first', () => {
  const code = (status: number, response: unknown) => {
    const request = { url: '/', method: 'POST', statusCode: status } as ApiError['request']
    const answer = readBetFailure(new ApiError({ message: 'x', title: 'x', status, response, request }))
    return answer.kind === 'refused' ? answer.code : null
  }
  // The token of nobody is refused, with no answer to the bet.
  expect(code(403, undefined)).toBe(401)
  expect(code(401, { Success: false, ErrorCode: 403 })).toBe(403)
})
