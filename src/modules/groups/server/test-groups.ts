/** Groups on the test site of bets, with three players and a game to bet on. */
import { expect } from 'vitest'
import { HOUR } from '#lib/time.ts'
import type { FastifyInstance } from 'fastify'
import type { Bets } from '#modules/bets/server/index.ts'
import type { LineGame, LineOutcome, LineReader } from '#modules/coupon/server/index.ts'
import { systemAccountId, type Ledger } from '#modules/ledger/server/index.ts'
import { ctxOf } from '#modules/orders/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import type { WireGroup } from '../contract.ts'
import { selectGroupOptional } from './group-store.ts'
import { createGroups, type GroupsDeps } from './index.ts'
import { placeGroup } from './place-group.ts'

export const EUR = 2
export const PRICE = 1_900

export interface Answer<T> {
  status: number
  success: boolean
  data: T
  message?: string
  error_code?: number
  validation_errors?: Record<string, string[]>
}

interface Site {
  db: Db
  clock: Clock
  config: SiteConfig
  ledger: Ledger
  bets: Bets
  app: FastifyInstance
  line: LineReader & {
    addGame(gameId: number, more?: Partial<LineGame>): LineGame
    addOutcome(gameId: number, t: number, price: number, more?: Partial<LineOutcome>): LineOutcome
  }
  playerWith(playerId: number, balanceMinor: bigint): Promise<number>
  booksAreRight(): Promise<void>
}

export function groupsSite(site: Site) {
  const { db, line, clock, ledger } = site
  const changes: { id: number; players: readonly number[] }[] = []

  /** What a process of its own would have: the database is all that two of them share. */
  const depsOf = (bets: Partial<GroupsDeps['bets']> = {}): GroupsDeps => ({
    db,
    clock,
    line,
    ledger,
    log: createLog('silent', false),
    bets: { ...site.bets, ...bets },
    configOf: () => site.config,
    onChanged: (id, players) => void changes.push({ id, players }),
  })
  const groups = createGroups(depsOf())
  groups.routes(site.app, () => null)

  const my = { anna: 70_000, boris: 0, vera: 0, game: 640_700_000 }
  const accounts = new Map<number, number>()

  /** Three new players with 500.00 each, and a game that begins in six hours. */
  async function begin(): Promise<void> {
    const first = my.anna + 3
    Object.assign(my, { anna: first, boris: first + 1, vera: first + 2, game: my.game + 10 })
    for (const player of [my.anna, my.boris, my.vera]) accounts.set(player, await site.playerWith(player, 50_000n))
    line.addGame(my.game, { startsAt: clock.now() + 6 * HOUR })
    line.addOutcome(my.game, 1, PRICE, { prob: 1 / 2.1 })
  }

  let keys = 0
  const newKey = () => `a0b1c2d3e4f5a6b7${String((keys += 1)).padStart(8, '0')}`
  /** Every call comes from another address: how often one address may call is the matter of one test. */
  let addresses = 0
  async function call<T = WireGroup>(name: string, who: number, body: Record<string, unknown>, from?: string): Promise<Answer<T>> {
    addresses += 1
    const response = await site.app.inject({
      method: 'POST',
      url: `/web-api/office/groups/${name}`,
      payload: body,
      remoteAddress: from ?? `10.9.${addresses >> 8}.${addresses & 255}`,
      headers: { 'x-requested-with': 'XMLHttpRequest', authorization: `Bearer player-${who}` },
    })
    return { status: response.statusCode, ...response.json<Omit<Answer<T>, 'status'>>() }
  }
  const event = (gameId = my.game, price = PRICE, kind = 3) => ({
    GameId: gameId,
    Type: 1,
    Coef: price / 1000,
    Param: 0,
    Kind: kind,
    PlayerId: 0,
    PV: null as string | null,
  })
  const create = (more: Record<string, unknown> = {}, who = my.anna) =>
    call('create', who, {
      guid: newKey(),
      name: 'Our boys',
      nick: 'Anna',
      sum: 20,
      max_sum: 50,
      closes: 0,
      Events: [event()],
      Vid: 0,
      ...more,
    })
  const join = (code: string | null, who: number, more: Record<string, unknown> = {}) =>
    call('join', who, { guid: newKey(), code, sum: 30, ...more })
  const place = (id: number, who = my.anna, more: Record<string, unknown> = {}) =>
    call('place', who, { group_id: id, coefs: [PRICE / 1000], CheckCf: 0, ...more })
  /** Through another process. */
  async function placeElsewhere(id: number, bets: Partial<GroupsDeps['bets']> = {}) {
    const visit = { brand: 'polosa', lng: 'en', country: 'DE', countryId: 49, partner: 1, cfView: 0, ip: '127.0.0.1' }
    const group = await selectGroupOptional(db, id)
    return placeGroup(
      depsOf(bets),
      ctxOf(visit, my.anna, () => site.config, clock),
      group!,
      { coefs: [PRICE / 1000], CheckCf: 0 },
    )
  }
  const balance = async (who: number) => (await ledger.account(accounts.get(who)!))!.balanceMinor
  const betsOf = (who: number) => db.selectFrom('bet').selectAll().where('player_id', '=', who).execute()

  async function booksAreRight(): Promise<void> {
    await site.booksAreRight()
    const rows = await db.selectFrom('bet_group_member').select('stake_minor').where('state', '=', 0).execute()
    expect(await ledger.sumOfEntries(db, systemAccountId('groups', EUR))).toBe(rows.reduce((sum, row) => sum + row.stake_minor, 0n))
  }

  async function three(more: Record<string, unknown> = {}) {
    const { data: made } = await create(more)
    await join(made.code, my.boris)
    await join(made.code, my.vera, { sum: 10.01, nick: 'Vera' })
    return made
  }

  return {
    my,
    accounts,
    begin,
    groups,
    changes,
    depsOf,
    newKey,
    call,
    event,
    create,
    join,
    place,
    placeElsewhere,
    balance,
    betsOf,
    booksAreRight,
    three,
  }
}
