import { describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const DATABASE_URL = 'postgres://polosa@localhost/polosa'
const NATS_URL = 'nats://localhost:4222'

function refusal(source: NodeJS.ProcessEnv, only?: string): string {
  try {
    readEnv(source, only)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).message
  }
}

describe('figures and addresses', () => {
  it.each([
    ['PORT', 'many', 'PORT: must be a whole number from 0 to 65535'],
    ['PORT', '70000', 'PORT: must be a whole number from 0 to 65535'],
    ['PORT', ' ', 'PORT: must be a whole number from 0 to 65535'],
    ['POLOSA_MODE', 'prod', 'POLOSA_MODE: must be one of development, production'],
    ['FEED', 'foo', 'FEED: must be some of world, replay, uof, the-odds-api, joined by comma'],
    ['REPLAY_RESULT', 'known', 'REPLAY_RESULT: must be one of recorded, redraw'],
    ['POLOSA_SEED', 'x', 'POLOSA_SEED: must be a whole number from 0 to 9007199254740991'],
    ['TRUST_PROXY', 'proxy', 'TRUST_PROXY: proxy is no address or network'],
    ['TRUST_PROXY', '127.0.0.1,10.0.0.0/99', 'TRUST_PROXY: 10.0.0.0/99 is no address or network'],
    ['TRUST_PROXY', '10.0.0.0/', 'TRUST_PROXY: 10.0.0.0/ is no address or network'],
    ['TRUST_PROXY', 'fe80::/129', 'TRUST_PROXY: fe80::/129 is no address or network'],
  ])('%s=%s', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence)
  })

  it('a replay draws its results anew unless those that were recorded are asked for', () => {
    expect(readEnv({ FEED: 'replay' }).replayResult).toBe('recorded')
    expect(readEnv({ FEED: 'replay', REPLAY_RESULT: 'redraw' }).replayResult).toBe('redraw')
  })

  it('are read', () => {
    expect(readEnv({ PORT: '0', POLOSA_SEED: '7', TRUST_PROXY: 'loopback, 10.0.0.0/8,,fe80::1' })).toMatchObject({
      port: 0,
      worldSeed: 7,
      trustedProxies: ['loopback', '10.0.0.0/8', 'fe80::1'],
    })
  })
})

describe('roles', () => {
  it('that are none are refused by the name of the option', () => {
    expect(refusal({}, 'api,foo')).toBe('--only must be some of api, site, feed, worker, joined by comma')
  })

  it('several processes need one database', () => {
    expect(refusal({}, 'api')).toBe('--only needs DATABASE_URL: several processes share one database')
    expect(refusal({ NATS_URL }, 'feed,worker')).toContain('DATABASE_URL')
  })

  it.each(['api', 'site', 'api,site', 'feed', 'worker', 'api,site,feed', 'api,site,worker'])('%s needs the bus', (only) => {
    expect(refusal({ DATABASE_URL }, only)).toContain('needs NATS_URL')
    expect(readEnv({ DATABASE_URL, NATS_URL }, only).roles).toEqual(only.split(','))
  })

  it('a process with feed and worker is whole without the bus', () => {
    expect(readEnv({ DATABASE_URL }, 'api,feed,worker').natsUrl).toBeNull()
    expect(readEnv({}).roles).toEqual(['api', 'site', 'feed', 'worker'])
  })

  it.each(['http://localhost:4222', 'localhost', 'amqp://x'])('%s is not the address of a bus', (url) => {
    expect(refusal({ DATABASE_URL, NATS_URL: url }, 'api')).toBe('NATS_URL: must be a URL starting with nats:// or tls://')
  })
})
