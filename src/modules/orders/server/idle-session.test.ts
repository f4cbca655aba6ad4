/** Bids of a player whose session was idle: what only asks is answered, what moves money waits for the password (SES-03). */
import { expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testSite } from '#modules/bets/server/test-site.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { BidAnswer } from '../contract.ts'
import { ordersOf } from './test-orders.ts'

const { db } = await testDatabase(4)
const site = await testSite(db, polosa.config)
const IDLE = problem('auth.session_idle', { status: 401, wire: 403 })
let unproven: Problem | null = null
ordersOf(site).routes(site.app, () => unproven)

const PLAYER = 3900
const GAME = 600_900_000
const call = async (body: Record<string, unknown>) =>
  (await site.post('/service-api/LiveBet/Secure/MakeBetBidWeb', body, PLAYER)).json as { ErrorCode: number; Value: BidAnswer }

it('a bid is told as it stands; none is made, taken or withdrawn before the password', async () => {
  await site.playerWith(PLAYER, 500_000n)
  site.line.addGame(GAME)
  site.line.addOutcome(GAME, 1, 1_900, { prob: 1 / 2.1 })
  const events = [{ GameId: GAME, Type: 1, Coef: 1.9, Param: 0, Kind: 3, PlayerId: 0 }]
  const betGUID = 'b0b1c2d3e4f5a6b700000001'
  const bid = { Events: events, Vid: 0, Summ: 100, WantedCoef: 3, betGUID }
  const { BidId } = (await call(bid)).Value
  unproven = IDLE
  for (const asked of [{ betGUID }, { ...bid, OnlyKnown: true }]) expect((await call(asked)).Value).toMatchObject({ BidId, Status: 0 })
  const pressed = [
    { ...bid, betGUID: 'b0b1c2d3e4f5a6b700000002' },
    { betGUID, Summ: 0 },
    { betGUID, ApprovedBet: true },
    // A question by its name only.
    { betGUID, ApprovedBet: true, OnlyKnown: true },
  ]
  for (const body of pressed) expect((await call(body)).ErrorCode).toBe(403)
  unproven = null
  expect((await call({ betGUID, Summ: 0 })).Value.Status).not.toBe(0)
})
