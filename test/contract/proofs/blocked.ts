/** The states in which nothing may come into play and nothing is advertised, and bodies that would. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import type { Caller } from './caller.ts'
import { betBody, payIn, register, type Person, type Priced } from './people.ts'

export interface Prepared {
  person: Person
  /** An open bet from before the state. */
  betId: number
  /** A paper check that is his who types it in. */
  check: string
  /** What his points are enough for. */
  rewardId: number
  /** An open group of somebody else, and one of his own. */
  code: string
  groupId: number
  /** His share in a group of somebody else goes into play by that one's call alone: none of his own is made. */
  placeShare(): Promise<void>
}

/** A player with money, a bet, a check, points and an advertisement in his list. */
export async function prepare(call: Caller, db: Db, games: readonly Priced[]): Promise<Prepared> {
  const person = await register(call)
  await payIn(call, person, '500')
  const placed = await person.say('POST', '/service-api/LiveBet/Secure/MakeBetWeb', betBody([games[0]!], 5))
  await sql`INSERT INTO inbox_message (player_id, kind, template, params, cause, created_at)
    VALUES (${person.id}, 'promotion', 'promotion', '{"title":"zpromo","text":"zpromo"}', 'zpromo', now())`.execute(db)
  const { code } = await person.say('POST', '/dev/api/cashier/paycheck', { amount: '7', currency: 'EUR' })
  await person.say('POST', '/dev/api/cashier/points', { player: person.id, points: 1_000 })
  const { data } = await person.say('GET', '/web-api/office/balance-rewards')
  const { data: own } = await person.say('POST', '/web-api/office/groups/create', groupBody(games[4]!))
  const reward = (data?.rewards as { id: number; price: number }[] | undefined)?.find(({ price }) => price <= 1_000)
  return {
    person,
    betId: Number(placed['Value']?.Id ?? 0),
    check: String(code),
    rewardId: reward?.id ?? 0,
    code: await friendsCode(call, games[4]!),
    groupId: own?.group_id ?? 0,
    placeShare: await sharedGroup(call, person, games[3]!),
  }
}

async function sharedGroup(call: Caller, person: Person, game: Priced): Promise<() => Promise<void>> {
  const head = await register(call)
  await payIn(call, head, '20')
  const { data } = await head.say('POST', '/web-api/office/groups/create', groupBody(game))
  const joined = await person.say('POST', '/web-api/office/groups/join', { guid: randomUUID(), code: data?.code, sum: 5 })
  if (joined['success'] !== true) throw new Error(`no share in a group: ${JSON.stringify(joined)}`)
  const body = { group_id: data?.group_id, coefs: [game.Coef], CheckCf: 2 }
  return async () => void (await head.say('POST', '/web-api/office/groups/place', body))
}

const groupBody = (game: Priced) => ({
  guid: randomUUID(),
  name: 'Friends',
  nick: 'Friend',
  sum: 5,
  max_sum: 9,
  closes: 0,
  Events: [game],
  Vid: 0,
})

let friends: Promise<string> | null = null
/** The code of the one group that all are asked into. */
function friendsCode(call: Caller, game: Priced): Promise<string> {
  friends ??= (async () => {
    const friend = await register(call)
    await payIn(call, friend, '20')
    const { data } = await friend.say('POST', '/web-api/office/groups/create', groupBody(game))
    return String(data?.code)
  })()
  return friends
}

/** What each call that brings money into play is given: it passes of a player who is free. A new one without a body fails the test. */
export const PLAY_BODIES: Record<string, (games: readonly Priced[], of: Prepared) => object> = {
  'POST /service-api/LiveBet/Secure/MakeBetWeb': (games) => betBody([games[1]!], 5),
  'POST /service-api/LiveBet/Secure/MakeBetWebMulti': (games) => betBody(games.slice(1, 3), 5, { Vid: 11 }),
  'POST /web-api/datalinelive/putbetscommon': (games) => ({ coupon: betBody([games[2]!], 5) }),
  // At a price that the line does not give.
  'POST /service-api/LiveBet/Secure/MakeBetBidWeb': (games) => betBody([games[3]!], 5, { WantedCoef: games[3]!.Coef + 1 }),
  'POST /web-api/office/deposit': () => ({ account_id: 0, method_id: 1, sum: '20' }),
  'POST /web-api/office/groups/create': (games) => groupBody(games[5]!),
  'POST /web-api/office/groups/join': (_games, { code }) => ({ guid: randomUUID(), code, sum: 5 }),
  'POST /web-api/office/groups/place': (games, { groupId }) => ({ group_id: groupId, coefs: [games[4]!.Coef], CheckCf: 1 }),
  'POST /web-api/office/paycheck': (_games, { check }) => ({ account_id: 0, code: check }),
  'POST /web-api/office/take-reward': (_games, { rewardId }) => ({ reward_id: rewardId, request_key: randomUUID() }),
  'POST /web-api/office/bet/insurance': (_games, { betId }) => ({ bet_id: betId, percent: 50, sum: 100, guid: randomUUID() }),
}

type Kind = 'bets' | 'deposits'

/** The kind of a call of play, by its path. */
export const kindOf = (path: string): Kind => (/deposit|paycheck|reward/.test(path) ? 'deposits' : 'bets')

interface State {
  /** What may not pass. */
  closes: readonly Kind[]
  /** Advertising may still reach him. */
  advertises?: true
  /** Nobody is let in any more: every call of his is that of a stranger. */
  ends?: true
  /** It is a matter of the page that he is on: what others place of him goes on. */
  ofThePage?: true
  enter(person: Person, db: Db): Promise<unknown>
}

const ALL = ['bets', 'deposits'] as const
const exclude = (period: string) => (person: Person) => person.say('POST', '/service-api/limit-service/v1/BlockUser', { period })
const limit =
  (...types: string[]) =>
  async ({ say }: Person) => {
    for (const type of types) await say('POST', '/service-api/limit-service/v1/limits', { type, period: 'day', amount: '1' })
  }

/** From now on the player is on a site of another configuration. */
const siteWith = (set: object) => async (person: Person) => {
  const { headers, text } = await person.call('POST', '/dev/api/brand', { set })
  person.cookie = [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0]!)
    .join('; ')
  if (!person.cookie) throw new Error(`no other site: ${text.slice(0, 200)}`)
}

export const STATES: Record<string, State> = {
  'time-out': { closes: ALL, enter: exclude('24h') },
  'self-exclusion': { closes: ALL, enter: exclude('6m') },
  'excluded for good': { closes: ALL, enter: exclude('always') },
  'time at play used up': {
    closes: ALL,
    enter: ({ id }, db) =>
      sql`WITH e AS (INSERT INTO protection_exclusion (player_id, kind, period, starts_at, ends_at)
        VALUES (${id}, 'session_time', 'none', now(), now() + interval '1 day'))
        INSERT INTO betting_block (player_id, until, reason) VALUES (${id}, now() + interval '1 day', 'protection')`.execute(db),
  },
  'blocked by an officer': {
    closes: ALL,
    enter: ({ id }, db) => sql`INSERT INTO betting_block (player_id, until, reason) VALUES (${id}, NULL, 'officer')`.execute(db),
  },
  'account closed by the house': {
    closes: ALL,
    ends: true,
    enter: ({ id, say }) => say('POST', '/dev/api/flags', { player: id, flag: 'closed' }),
  },
  'limits reached': { closes: ALL, enter: limit('stake', 'deposit') },
  'limit of losses reached': { closes: ['bets'], enter: limit('loss') },
  // Of a site that asks for papers before play; the same player was free on one that does not.
  'not verified': {
    closes: ALL,
    advertises: true,
    ofThePage: true,
    enter: siteWith({ identification: { requiredFor: ['play', 'deposit'] } }),
  },
  // Nothing is staked under rules that were not read; money comes and goes.
  'terms changed': {
    closes: ['bets'],
    advertises: true,
    ofThePage: true,
    enter: siteWith({ registration: { terms: [{ id: 'regRules', version: '2099-01' }] } }),
  },
}

const COUNTED = ['bet', 'auto_bet', 'bid', 'bet_group_member', 'bet_insurance', 'deposit', 'paycheck', 'reward_taken'] as const

/** What is in play of a player. */
export async function inPlay(db: Db, playerId: number): Promise<string> {
  const parts: string[] = []
  for (const table of COUNTED) {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE player_id = ${playerId}`.execute(db)
    parts.push(`${table} ${rows[0]!.n}`)
  }
  const { rows } = await sql<{
    sum: string
  }>`SELECT coalesce(sum(balance_minor), 0)::text AS sum FROM account WHERE player_id = ${playerId}`.execute(db)
  return [...parts, `balance ${rows[0]!.sum}`].join(', ')
}
