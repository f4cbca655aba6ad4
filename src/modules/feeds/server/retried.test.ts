/** Rows that memory takes for written are in the database when it is back, however long it was away. */
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { makeFact } from '../rules/fact-key.ts'
import { createIntake } from './intake.ts'
import { Registry } from './registry.ts'
import { retried } from './retried.ts'

const START = Date.UTC(2026, 10, 21, 12)
const log = { info() {}, warn() {}, error() {} }
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Time goes on until the work is over. */
async function over<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  let result: PromiseSettledResult<T> | undefined
  void Promise.allSettled([work]).then(([one]) => (result = one))
  while (!result) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise((done) => setImmediate(done))
  }
  return result
}

it('names of a batch that met no database for a minute are written when it is back', async () => {
  const written: string[] = []
  let refusals = 25
  const client = { query: async (text: string) => (written.push(text), { rows: [{ last: 1000n }] }), release() {} }
  const pool = {
    query: client.query,
    connect: async () => {
      if (refusals-- > 0) throw away()
      return client
    },
  } as unknown as pg.Pool
  const intake = createIntake({ pool, clock: manualClock(START), registry: new Registry(), log })
  const fact = makeFact('world', 'world', START, { t: 'catalog', entities: [{ kind: 'sport', ref: 's1', sportId: 1 }] })
  expect(await over(intake.take([fact]))).toMatchObject({ status: 'fulfilled' })
  expect(written.filter((text) => text.includes('INSERT INTO ext_ref'))).toHaveLength(1)
  expect(written.at(-1)).toBe('COMMIT')
})

it('gives up an error that has another cause, and all when it is stopped', async () => {
  let tries = 0
  const failing = (error: Error) => async () => {
    tries += 1
    throw error
  }
  expect(await over(retried({ log }, 'rows', failing(new Error('no such column'))))).toMatchObject({ status: 'rejected' })
  expect(tries).toBe(6)
  tries = 0
  expect(await over(retried({ log, isStopped: () => tries > 8 }, 'rows', failing(away())))).toMatchObject({ status: 'rejected' })
  expect(tries).toBe(9)
})
