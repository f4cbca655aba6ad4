/** A refusal about one event of a coupon names it where its name is known (code 104 as every other). */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { testSite } from './test-site.ts'

const { db } = await testDatabase()
const site = await testSite(db, polosa.config, (config) => {
  config.coupon.types = ['single', 'express']
})
afterAll(() => site.booksAreRight())
const { line, clock } = site
const [ONE, TWO, REPLACED, STRANGER] = [600_100_200, 600_100_300, 600_100_100, 999] as const
const NAMED = 'Arden City – Northmoor could not be checked. Refresh the coupon'
let player = 1000
let account = 0

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 100_000n)
  for (const gameId of [ONE, TWO]) {
    line.addGame(gameId, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(gameId, 9, 2000, { p: 2.5 })
  }
})

const express = (second: object, betGUID = randomBytes(12).toString('hex')) => {
  const Events = [{ GameId: ONE }, { GameId: TWO, ...second }].map((one) => ({
    Type: 9,
    Coef: 2,
    Param: 2.5,
    Kind: 3,
    PlayerId: 0,
    ...one,
  }))
  return site.makeBet(player, { Events, Vid: 1, Summ: 10, UserId: account, betGUID })
}

test('an outcome that has vanished, of a game that goes on', async () => {
  const answer = await express({ Type: 731, Param: 2.001 })
  expect(answer).toMatchObject({ ErrorCode: 104, Error: NAMED, FailInfo: { EventIndex: 1, ErrorCode: 104 } })
})

test('a game that is over', async () => {
  line.addGame(TWO, { status: 'ended' })
  expect(await express({})).toMatchObject({ ErrorCode: 104, Error: NAMED })
})

test('a game whose id was replaced, as its start does it', async () => {
  line.findRetired = (gameId) => (gameId === REPLACED ? line.findGame(TWO) : null)
  expect(await express({ GameId: REPLACED })).toMatchObject({ ErrorCode: 104, Error: NAMED, FailInfo: { EventIndex: 1 } })
  delete line.findRetired
})

test('one that nobody knows has no name to tell', async () => {
  expect(await express({ GameId: STRANGER })).toMatchObject({
    ErrorCode: 104,
    Error: 'This event could not be checked. Refresh the coupon',
  })
})

test('a refusal that is told again names it as before', async () => {
  const guid = randomBytes(12).toString('hex')
  for (let time = 0; time < 2; time += 1) {
    expect(await express({ Type: 731, Param: 2.001 }, guid)).toMatchObject({ ErrorCode: 104, Error: NAMED })
  }
})
