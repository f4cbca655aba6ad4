/** Faults on the way to another service: the operator hears of theirs, and ours are not called theirs. */
import { beforeEach, expect, it } from 'vitest'
import { SERVICES } from '../../rules/social.ts'
import { accountSite } from '../../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../../test/support/database.ts'
import type { AuthDeps } from '../deps.ts'
import type { SocialSimulator } from './clients.ts'
import { beginSocial, finishSocial } from './social.ts'

const { db } = await testDatabase(4)
const site = await accountSite({ db })
const told: unknown[] = []
beforeEach(() => void told.splice(0))
const log = {
  warn: (about: { provider: string; err: Error }) => told.push([about.provider, about.err instanceof Error]),
} as AuthDeps['log']
const deps: AuthDeps = { ...site.auth.deps, log }

const client = { settings: SERVICES.yandex, clientId: 'us', clientSecret: 'secret', applicationKey: '', simulated: true }
const away = { fetch: () => Promise.reject(new Error('no network')) } as unknown as SocialSimulator
const way = {
  provider: 'yandex',
  client,
  brand: 'polosa',
  origin: 'https://polosa.test',
  linkTo: null,
  address: '',
  statement: '',
} as const

it('a service that does not answer is down, and the log says which', async () => {
  const google = { ...client, settings: SERVICES.google }
  const answer = await beginSocial(deps, { ...way, provider: 'google', client: google, simulator: away })
  expect(answer).toMatchObject({ code: 'auth.social_down', status: 502 })
  expect(told).toEqual([['google', true]])
})

it('one that fails when it is asked who came is told of, too', async () => {
  const begun = await beginSocial(deps, { ...way, simulator: away })
  if (!('state' in begun)) throw new Error('not begun')
  const { state, browserSecret } = begun
  const visitor = { brand: 'polosa', ip: '192.0.2.1', country: 'KZ', userAgent: '', deviceSecret: 'x' }
  const back = { provider: 'yandex', client, state, browserSecret, playerId: null, visitor, browser: true, lng: 'en' } as const
  const answer = await finishSocial(deps, { ...back, query: new URLSearchParams({ state, code: 'c' }), simulator: away })
  expect(answer).toMatchObject({ code: 'auth.social_refused' })
  expect(told).toEqual([['yandex', true]])
})

it('a database that is away is no fault of the service', async () => {
  const fault = new Error('the database is away')
  const challenges = { ...deps.challenges, open: () => Promise.reject(fault) }
  await expect(beginSocial({ ...deps, challenges }, { ...way, simulator: away })).rejects.toBe(fault)
  expect(told).toEqual([])
})
