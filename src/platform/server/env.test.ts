import { describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const DATABASE_URL = 'postgres://polosa@localhost/polosa'
const NATS_URL = 'nats://localhost:4222'

function refusal(source: NodeJS.ProcessEnv, only: string): string {
  try {
    readEnv(source, only)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).message
  }
}

describe('roles', () => {
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
