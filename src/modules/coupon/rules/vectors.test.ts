/** The published cases of coupons (test/vectors/coupon.json, and the anti-express prices of bets.json). */
import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { parsePrice, milliText } from '#lib/price.ts'
import bets from '../../../../test/vectors/bets.json' with { type: 'json' }
import vectors from '../../../../test/vectors/coupon.json' with { type: 'json' }
import { approvalReason } from './approval.ts'
import { priceAnswer, priceMove, type CheckCf } from './check-cf.ts'
import { antiExpressPrice } from './combined.ts'
import { normalCode } from './coupon-code.ts'
import { fitsSize, isVid, sizeOf, variants, type Vid } from './kinds.ts'
import { paramText } from './param-text.ts'
import { unpackLineMinute, unpackThousandths } from '#modules/line/rules/param.ts'
import { typeFilterOf } from '#modules/history/rules/bet-types.ts'

interface Case {
  name: string
  input: Record<string, unknown>
  expected: Record<string, unknown>
}
const cases = vectors.cases as unknown as Case[]
const of = (op: string) => cases.filter((c) => c.input['op'] === op)
const price = (text: unknown) => BigInt(must(parsePrice(String(text)), 'price'))
const vidOf = (input: Case['input']): Vid => {
  const vid = Number(input['vid'])
  if (!isVid(vid)) throw new Error(`vid ${vid}`)
  return vid
}

test.each(of('checkCf'))('$name', ({ input, expected }) => {
  const checkCf = Number(input['checkCf']) as CheckCf
  expect(priceAnswer(checkCf, priceMove(price(input['shown']), price(input['current'])))).toBe(String(expected['action']).toLowerCase())
})

test.each(of('sizes'))('$name', ({ input, expected }) => {
  expect(sizeOf(vidOf(input))).toEqual(expected)
})

test.each(of('variants'))('$name', ({ input, expected }) => {
  const legs = Number(input['legs'])
  expect({ variants: variants(vidOf(input), legs, Number(input['k'] ?? 0)), accepted: fitsSize(vidOf(input), legs) }).toEqual(expected)
})

/** What the line and the coupon read in a parameter. */
function meaningOf(type: number, param: number): object {
  const [whole, thousandths] = unpackThousandths(param)
  if (type === 731) return { home: whole, away: thousandths }
  if (type === 812 || type === 813) return { goal: thousandths, minute: whole }
  const [line, minute] = unpackLineMinute(param)
  return type === 1197 || type === 1198 ? { line: String(line), minute } : { line: paramText(param) }
}

test.each(of('param'))('$name', ({ input, expected }) => {
  expect(meaningOf(Number(input['type']), Number(input['param']))).toEqual(expected)
})

test.each(of('historyCode'))('$name', ({ input, expected }) => {
  const { vid, k, n } = input
  expect(typeFilterOf(Number(expected['code']))).toEqual({ vid, size: k || null, legs: n })
})

test.each(of('couponCode'))('$name', ({ input, expected }) => {
  const normal = normalCode(String(input['text']))
  expect({ valid: normal !== null, normal }).toEqual(expected)
})

test.each(of('approvedBet'))('$name', ({ input, expected }) => {
  const age = input['equalOpenBetAgeSeconds']
  const reason = approvalReason({
    equalBetAgeMs: age === null ? null : Number(age) * 1000,
    stakeMinor: BigInt(Math.round(Number(input['stakeShareOfBalance']) * 10_000)),
    balanceMinor: 10_000n,
    askAboutHalf: input['rgSetting'] === true,
  })
  expect(reason !== null).toBe(expected['needsApproval'])
})

test.each((bets.cases as unknown as Case[]).filter((c) => c.input['kind'] === 'antiexpressPrice'))('$name', ({ input, expected }) => {
  const found = antiExpressPrice((input['odds'] as string[]).map((odds) => Number(price(odds))))
  expect(found !== null).toBe(expected['offered'])
  expect(found === null ? null : milliText(BigInt(found)).padEnd(5, '0')).toBe(expected['coefficient'])
})
