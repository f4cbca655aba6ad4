/** What the calls of accounts answer: their contract and no more (DAT-12), nothing whole that has a mask, and who may choose a password (ACC-22). */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { registered } from '#platform/server/http.ts'
import { wholeSite } from '../support/whole-site.ts'
import { beyondContract, filledCalls, valueOf } from './proofs/answers.ts'
import { callerOf, each, probeOf, type Endpoint } from './proofs/caller.ts'
import { asJson, betBody, fillOwner, payIn, pricesOf, register, type Person } from './proofs/people.ts'
import { idsOf } from './proofs/player-rows.ts'

const site = await wholeSite({ TRUST_PROXY: '127.0.0.1' })
const call = callerOf(site.url)
const LONG_MS = 300_000
const named = ({ spec, paths }: Endpoint) => `${spec.method} ${paths[0]!}`

/** Calls about the account of whoever calls. */
const own = registered.filter(
  ({ spec, paths }) => spec.auth !== 'none' && spec.envelope !== 'bytes' && spec.envelope !== 'none' && !paths[0]!.startsWith('/dev/'),
)
/** By his old password, or by the secret of a letter or an SMS of his. */
const SETS_PASSWORD = ['none POST /web-api/api/internal/v1/user/passwordreset', 'token PUT /api/web/user/v1/password']
/** They end the session or the account: last. */
const ENDS = /blockuser|disconnect|\/password$|reopen|closesession|erase|panic/i

const EMAIL = 'dora.longname@polosa.example'
const PHONE = '77015550142'
let owner: Person
let ids: { from: string; id: string }[]

beforeAll(async () => {
  owner = await register(call)
  await fillOwner(call, owner, await pricesOf(call, 6))
  await sql`UPDATE player SET email = ${EMAIL}, email_key = ${EMAIL}, email_confirmed_at = now(), phone = ${PHONE}, phone_confirmed_at = now()
    WHERE id = ${owner.id}`.execute(site.db)
  ids = await idsOf(site.db, owner.id, 1)
}, LONG_MS)

describe('an answer holds what its contract names and no more (DAT-12)', () => {
  it(
    'every call of an account, asked as its owner',
    async () => {
      expect(own.filter(({ spec }) => !spec.reply).map(named)).toEqual([])
      const wrong = new Map<string, Set<string>>()
      const answered = new Set<string>()
      for (const list of [own.filter(({ paths }) => !ENDS.test(paths[0]!)), own.filter(({ paths }) => ENDS.test(paths[0]!))])
        await each(list, async (one) => {
          const probes = [undefined, ...ids.slice(0, 6).map(({ id }) => id)].map((id) => probeOf(one, id))
          for (const { method, path, body } of new Map(probes.map((probe) => [JSON.stringify(probe), probe])).values()) {
            const answer = await owner.call(method, path, body === undefined ? undefined : JSON.parse(body))
            const value = answer.status < 300 ? valueOf(one.spec, asJson(answer)) : undefined
            if (value === undefined) continue
            answered.add(named(one))
            for (const fault of beyondContract(one.spec, value)) wrong.set(named(one), (wrong.get(named(one)) ?? new Set()).add(fault))
          }
        })
      expect(Object.fromEntries([...wrong].map(([name, faults]) => [name, [...faults].slice(0, 9)]))).toEqual({})
      expect(answered.size).toBeGreaterThan(own.length / 3)
    },
    LONG_MS,
  )

  it(
    'bets, receipts and rows of the history, seen with something in them',
    async () => {
      const player = await register(call)
      await payIn(call, player, '500')
      const [first, ...prices] = await pricesOf(call, 4)
      const placed = await player.say('POST', '/service-api/LiveBet/Secure/MakeBetWeb', betBody([first!], 13))
      for (const { method, path, body, rows } of filledCalls(placed['Value']?.Id as number, prices)) {
        const one = own.find(({ spec, paths }) => spec.method === method && paths[0] === path.split('?', 1)[0])!
        const answer = asJson(await player.call(method, path, body))
        const value = valueOf(one.spec, answer) as Record<string, unknown> | undefined
        expect(value, `${path}: ${JSON.stringify(answer).slice(0, 300)}`).toBeTruthy()
        if (rows) expect(value![rows], path).not.toEqual([])
        expect(beyondContract(one.spec, value), path).toEqual([])
      }
    },
    LONG_MS,
  )

  it('a field too much is found, at the top, deep and in lists', () => {
    const spec = endpoint({
      method: 'GET',
      path: '/planted',
      envelope: 'C',
      auth: 'token',
      reply: z.object({ name: z.string(), cards: z.array(z.object({ last: z.string() })) }),
      summary: '',
    })
    expect(beyondContract(spec, { name: 'a', cards: [{ last: '42' }] })).toEqual([])
    expect(beyondContract(spec, { name: 'a', cards: [{ last: '42' }, { last: '43', number: '4242' }], hash: 'x' })).toEqual([
      'cards[].number',
      'hash',
    ])
    expect(beyondContract(spec, { name: 1, cards: [] })).toHaveLength(1)
  })

  it(
    'address and phone come whole to the authenticator of their owner alone',
    async () => {
      const me = await register(call)
      await sql`UPDATE player SET email = 'second.longname@polosa.example', email_key = 'second.longname@polosa.example', phone = '77015550143' WHERE id = ${me.id}`.execute(
        site.db,
      )
      const whole: string[] = []
      await each(
        own.filter(({ paths }) => !ENDS.test(paths[0]!)),
        async (one) => {
          const { method, path, body } = probeOf(one)
          const { text } = await me.call(method, path, body === undefined ? undefined : JSON.parse(body))
          if (/second\.longname|77015550143|7015550143/.test(text)) whole.push(named(one))
        },
      )
      // An authenticator shows its owner by this name which of his accounts a key belongs to.
      expect(whole).toEqual(['POST /web-api/office/passkeys/options'])
    },
    LONG_MS,
  )
})

describe('nobody chooses the password of another (ACC-22)', () => {
  /** Fields that hold a password, at any depth. */
  const passwordsIn = (schema: z.ZodType | undefined): string[] =>
    schema
      ? [
          ...JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })).matchAll(
            /"(\w*pass(?:word)?(?:_\w+)?|uPassword)":\{/gi,
          ),
        ].map(([, name]) => name!)
      : []

  it('a call that sets one is of the player himself, by his old one or by the secret of his letter', () => {
    const setting = registered
      .filter(({ spec }) => passwordsIn(spec.body).some((name) => /confirmation|new_|repeat/i.test(name)))
      .map((one) => `${one.spec.auth} ${named(one)}`)
    expect(setting.toSorted()).toEqual(SETS_PASSWORD)
  })

  it('no call that takes one takes a player beside it', () => {
    const both = registered.filter(
      ({ spec }) =>
        passwordsIn(spec.body).length > 0 &&
        /"(?:player|user)_?id":/i.test(JSON.stringify(z.toJSONSchema(spec.body!, { unrepresentable: 'any', io: 'input' }))),
    )
    expect(both.map(named)).toEqual([])
  })
})
