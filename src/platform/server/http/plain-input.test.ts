import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as bets from '#modules/bets/contract.ts'
import * as history from '#modules/history/contract.ts'
import * as coupon from '#modules/coupon/contract.ts'
import { plainReader, UNSURE } from './plain-input.ts'
import { matchKeys } from './wire-input.ts'

const EVENT = { GameId: 600_000_020, Type: 9, Coef: 1.85, Param: 2.5, Kind: 3, PlayerId: 0, PV: null }
const BET = {
  Events: [EVENT, { ...EVENT, GameId: 7, Type: 10 }],
  Vid: 1,
  Summ: 3.4,
  Lng: 'en',
  UserId: 77,
  CheckCf: 2,
  partner: 1,
  Source: 55,
  notWait: true,
  betGUID: 'a'.repeat(24),
  ApprovedBet: true,
}

/** Values that old clients and broken ones put into fields. */
const oddValue = fc.oneof(
  fc.constantFrom(null, true, false, '', '0', '1', 'true', 'TRUE', '5', ' 7 ', 'x', -1, 0, 1, 2.5, 1e16, -0, 101, 2 ** 31, [], [1], {}),
  fc.jsonValue(),
)
const oddKey = fc.oneof(fc.constantFrom(...Object.keys(BET), 'summ', 'EVENTS', 'vid', 'betguid', 'Unknown', 'WithLobby', 'Group'))

const odd = fc.record({ changes: fc.array(fc.tuple(oddKey, oddValue), { maxLength: 4 }), drop: fc.array(oddKey, { maxLength: 4 }) })

function changed({ changes, drop }: { changes: readonly (readonly [string, unknown])[]; drop: readonly string[] }) {
  const given: Record<string, unknown> = { ...BET, ...Object.fromEntries(changes) }
  for (const name of drop) delete given[name]
  return given
}

describe('the plain reader', () => {
  const bodies = { makeBet: bets.makeBet.body, updateCoupon: coupon.updateCoupon.body, history: history.betHistory.body }
  for (const [name, schema] of Object.entries(bodies)) {
    const read = plainReader(schema, { anyCase: true })!
    it(`gives what the schema of ${name} gives, or leaves it to the schema`, () => {
      fc.assert(
        fc.property(odd.map(changed), (given) => {
          const plain = read(given)
          const parsed = schema.safeParse(matchKeys(schema, given))
          if (plain === UNSURE) return
          expect(parsed.success).toBe(true)
          expect(plain).toStrictEqual(parsed.data)
        }),
        { numRuns: 2_000 },
      )
    })
  }

  it('reads the usual bet itself', () => {
    const read = plainReader(bets.makeBet.body, { anyCase: true })!
    expect(read(BET)).toStrictEqual(bets.makeBet.body.parse(BET))
    expect(read({ ...BET, Unknown: 1 })).not.toBe(UNSURE)
  })

  it('leaves other spellings, other types and values out of bounds to the schema', () => {
    const read = plainReader(bets.makeBet.body, { anyCase: true })!
    for (const change of [
      { summ: 1 },
      { Vid: 101 },
      { Vid: 0.5 },
      { betGUID: 'a b' },
      { Events: {} },
      { Events: [{ Type: 1 }] },
      { Events: [{ ...EVENT, Coef: 1e9 }] },
      { Lng: 5 },
    ])
      expect(read({ ...BET, ...change }), JSON.stringify(change)).toBe(UNSURE)
    expect(read(null)).toBe(UNSURE)
    expect(read([BET])).toBe(UNSURE)
  })

  it('does not read what only a schema can', () => {
    const only = [
      z.object({ a: z.string() }).loose(),
      z.object({ a: z.email() }),
      z.string().trim(),
      z.object({ a: z.string() }).refine(() => true),
    ]
    for (const schema of only) expect(plainReader(schema, { anyCase: false })).toBeNull()
  })
})
