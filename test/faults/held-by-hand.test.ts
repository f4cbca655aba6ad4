/**
 * A person stops games, a market, a price, or sets one, and the process starts anew. Stated behaviour: nothing of a stopped
 * game, no market and no price stopped alone is open at any moment until the person opens it; a price that was set is the only
 * one that is offered.
 */
import { afterEach, expect, it } from 'vitest'
import { MINUTE } from '#lib/time.ts'
import { createTrader } from '#modules/feeds/server/index.ts'
import type { BookMarket } from '#modules/line/rules/book.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createWorld } from '#modules/world/server/index.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'
import { castOf, gameOf, heard, until, WORLD } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const SEED = 'held'
const START = Date.UTC(2026, 10, 21, 14)
const SET_MILLI = 7_770
const clock = manualClock(START)
const { coming } = castOf(SEED, START)
const [stopped, lifted, inPart] = coming as [string, string, string]
let house: House

async function openAnew(tickMs = 50): Promise<void> {
  const provider = heard(createWorld({ seed: SEED, clock, settings: WORLD }), new Set(coming))
  house = await openHouse({ db, clock, providers: [provider], monotonic: () => 0, tickMs })
}
afterEach(() => house.close())

const desk = () => createTrader({ feed: house.feed, book: { apply: () => {}, game: (ci) => house.line.game(ci) }, providers: [], clock })
const statuses = (ref: string) => [...(gameOf(house, ref)?.parts.values() ?? [])].flatMap(({ markets }) => [...markets.values()])
const open = (ref: string) => statuses(ref).filter(({ status }) => status === 'active').length
/** The market of a game that a person has acted on, also in the book of the next process. */
function named(ref: string, isIt: (market: BookMarket) => boolean): () => BookMarket | undefined {
  const { key, spec } = statuses(ref).find(isIt)!
  return () => statuses(ref).find((market) => market.key === key && market.spec === spec)
}
const ciOf = (ref: string) => gameOf(house, ref)!.ci

it('stays stopped through a restart until it is opened', { timeout: 120_000 }, async () => {
  await openAnew()
  await until('all are offered', () => coming.every((ref) => open(ref) > 0))
  await desk().suspend(ciOf(stopped), 'review')
  await desk().suspend(ciOf(lifted), 'review')
  await desk().reopen(ciOf(lifted))
  await desk().suspendFirst(ciOf(inPart), 'market', 'review')
  await desk().suspendFirst(ciOf(lifted), 'price', 'review')
  expect(open(stopped)).toBe(0)
  const market = named(inPart, ({ reason }) => reason === 'review')
  const locked = named(lifted, ({ outcomes }) => outcomes.some(({ held }) => held !== undefined))
  await house.close()

  clock.advance(MINUTE)
  await openAnew()
  let seen = 0
  const openNow = () => open(stopped) + Number(market()?.status === 'active') + Number(locked()?.outcomes[0]?.active === true)
  const watch = setInterval(() => (seen = Math.max(seen, openNow())), 1)
  await until('the others are offered', () => [lifted, inPart].every((ref) => open(ref) > 0))
  await until('the market has its prices, and the price its market', () => !!market()?.outcomes.length && locked()?.status === 'active')
  await until('prices have come', () => statuses(stopped).length > 0)
  clearInterval(watch)
  expect(seen).toBe(0)
  expect(statuses(stopped).every(({ status, reason }) => status !== 'suspended' || reason === 'review')).toBe(true)
  expect(statuses(inPart).filter(({ status, reason }) => status === 'suspended' && reason === 'review')).toHaveLength(1)

  await desk().reopen(ciOf(stopped))
  expect(open(stopped)).toBeGreaterThan(0)
})

it.each([
  ['in the first moment', 50],
  ['after the person has had his word', 1_000],
])('shows no other price than the one that a person has set, when the producer speaks %s', { timeout: 120_000 }, async (_, tickMs) => {
  await openAnew()
  await house.feed.whole
  const offered = [...gameOf(house, lifted)!.parts].flatMap(([part, { markets }]) =>
    [...markets.values()].map((market) => ({ part, market })),
  )
  const free = offered.filter(({ market }) => market.status === 'active' && market.outcomes.every(({ active }) => active))
  // One that a row of a list shows, which is priced first, and one of the last.
  const chosen = [free[0]!, free.at(-1)!].map(({ part, market: { key, spec, outcomes } }) => ({
    part,
    key,
    spec,
    outcome: outcomes[0]!.key,
  }))
  for (const one of chosen) await desk().price({ ci: ciOf(lifted), ...one, priceMilli: SET_MILLI })
  await house.close()

  clock.advance(MINUTE)
  await openAnew(tickMs)
  const now = () => chosen.map(({ part, key, spec }) => gameOf(house, lifted)?.parts.get(part)?.markets.get(`${key}|${spec}`))
  const others = new Set<number>()
  const look = () => {
    for (const market of now()) {
      const first = market?.outcomes[0]
      if (market?.status === 'active' && first?.active && first.price !== SET_MILLI) others.add(first.price)
    }
  }
  const watch = setInterval(look, 1)
  await until('both have their producer', () => now().every((market) => market?.taken?.producer === 'pricing'))
  await house.feed.whole
  look()
  clearInterval(watch)
  expect([...others]).toEqual([])

  await desk().reopen(ciOf(lifted))
  await until('the producer prices them again', () =>
    now().every((market) => market && !market.taken && market.outcomes[0]!.price !== SET_MILLI),
  )
})
