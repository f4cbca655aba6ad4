/** A stop of betting reaches the whole product at once: what coupons show, what bets are told, and its end (WAG-11). */
import { expect, test } from 'vitest'
import { wholeSite } from '../support/whole-site.ts'

const site = await wholeSite({ POLOSA_MODE: 'development' })

interface Coupon {
  Value: { Events: { Block: boolean }[]; exceptionText: string | null }
}

async function firstGame(): Promise<{ I: number; CI: number; E: { T: number; C: number }[] }> {
  for (const until = Date.now() + 60_000; ; await new Promise((done) => setTimeout(done, 250))) {
    const soonest = Math.ceil(Date.now() / 1000) + 3_600
    const answer = await site.get(`/service-api/LineFeed/Get1x2_VZip?sports=1&count=20&lng=en&tsFrom=${soonest}`)
    const { Value } = (await answer.json()) as { Value: { I: number; CI: number; E?: { T: number; C: number; B?: boolean }[] }[] | null }
    const found = (Value ?? []).find((game) => game.E?.some((outcome) => outcome.T === 1 && !outcome.B))
    if (found) return { ...found, E: found.E! }
    if (Date.now() > until) throw new Error('no line')
  }
}

test('whatever is stopped is blocked in the next coupon, and free in the one after its end', { timeout: 120_000 }, async () => {
  const game = await firstGame()
  const price = game.E.find((outcome) => outcome.T === 1)!.C
  const blocked = async () => {
    const events = [{ GameId: game.I, Type: 1, Coef: price, Param: 0, Kind: 3, PlayerId: 0, PV: null }]
    const answer = await site.post('/service-api/LiveBet/Open/UpdateCoupon', { Events: events, Vid: 0, Summ: 1, Lng: 'en', partner: 1 })
    const { Value } = (await answer.json()) as Coupon
    return Value.Events[0]!.Block
  }
  const stop = async (scope: string, target: string, stopped: boolean) =>
    (await site.post('/dev/api/stops', { scope, target, stopped, actor: 'anna', reason: 'test' })).json()
  expect(await blocked()).toBe(false)
  for (const [scope, target] of [
    ['all', ''],
    ['sport', '1'],
    ['game', String(game.CI)],
    ['market', `${game.CI}:1`],
    ['provider', 'world'],
  ] as const) {
    expect(await stop(scope, target, true)).toMatchObject({
      stops: expect.arrayContaining([
        expect.objectContaining({ scope, target, actor: 'anna', reason: 'test', stopped: true, inForce: true }),
      ]),
    })
    expect([scope, await blocked()]).toEqual([scope, true])
    await stop(scope, target, false)
    expect([scope, await blocked()]).toEqual([scope, false])
  }
  expect((await site.post('/dev/api/stops', { scope: 'sport', stopped: true, actor: 'anna', reason: 'test' })).status).toBe(400)
})
