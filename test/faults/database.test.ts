/**
 * The database is gone (standards OPS-09, OPS-11, S-10). Stated behaviour: the line is served on; a bet is
 * answered within 3 s by HTTP 503, ErrorCode 900503 and Retry-After, in the envelope of its call; /healthz says
 * degraded; nothing acknowledged is lost, what was on its way is resolved by its key; no restart is needed.
 */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createDb } from '#platform/server/db.ts'
import { verify } from '#modules/settlement/server/index.ts'
import { startTarget } from '../crash/crash-run.ts'
import { productTarget } from '../crash/product-target.ts'
import type { CrashOp } from '../crash/target.ts'
import { ownPostgres, type OwnPostgres } from './own-postgres.ts'

const hasProc = process.platform === 'linux'
const AWAY_MS = 3_000
const ASK_EVERY_MS = 250
const BET_ANSWER_MS = 3_000

test.skipIf(!hasProc)(
  'silent for a while, then killed: the line is served, bets are put off, all comes back by itself',
  { timeout: 240_000 },
  async () => {
    const postgres = await ownPostgres()
    const target = productTarget()
    const db = createDb(postgres.url, { max: 3 })
    const { child, address } = await startTarget(target, postgres.url)
    try {
      await target.prepare(address, db)
      await target.ready(address)
      const player = await signedIn(address)
      const before = await target.send(address, target.bet())
      expect(before.id).not.toBeNull()

      const asked: CrashOp[] = []
      for (const [stop, resume] of [
        [() => postgres.signal('SIGSTOP'), async () => postgres.signal('SIGCONT')],
        [() => killed(postgres), () => postgres.restart()],
      ] as const) {
        stop()
        const goneAt = Date.now()
        while (Date.now() - goneAt < AWAY_MS) {
          asked.push(await putOff(target, address))
          await new Promise((done) => setTimeout(done, ASK_EVERY_MS))
        }
        await lineIsServed(address)
        expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: 'degraded' })
        for (const proof of Object.values(player)) await servedAllTheSame(address, proof)
        await resume()
        await comesBack(target, address)
        // The session has gone through it.
        for (const proof of Object.values(player)) expect(await statusOf(address, OWN, proof)).toBe(200)
      }

      // Whatever was asked while the database was away is placed once when it is asked again.
      const ids = new Map<string, string | null>()
      for (const op of asked) ids.set(op.key, (await target.send(address, op)).id)
      for (const op of asked) expect((await target.send(address, op)).id).toBe(ids.get(op.key))
      expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
      // The feed has gone on as well: a game can be ended and its bets are settled.
      const end = target.settle(target.openGames()[0]!, false)!
      expect((await target.send(address, end)).id).not.toBeNull()
    } finally {
      child.kill('SIGKILL')
      await db.destroy()
      target.close?.()
    }
  },
)

function killed(postgres: OwnPostgres): void {
  postgres.signal('SIGKILL')
  // Give the processes their end before anything asks.
  execFileSync('sleep', ['0.2'])
}

/** A bet while the database is away: put off in time, and its fate is open. */
async function putOff(target: ReturnType<typeof productTarget>, address: string): Promise<CrashOp> {
  const op = target.bet()
  const at = Date.now()
  const error = await target.send(address, op).then(
    () => new Error('accepted without a database'),
    (e: unknown) => e as Error,
  )
  expect(error.message).toMatch(/503 .*"ErrorCode":900503/)
  expect(Date.now() - at).toBeLessThan(BET_ANSWER_MS)
  return op
}

async function lineIsServed(address: string, headers: Proof = {}): Promise<void> {
  for (const path of ['/service-api/LineFeed/GetSportsShortZip?lng=en', '/service-api/LineFeed/Get1x2_VZip?sports=1&count=10&lng=en']) {
    const answer = await fetch(address + path, { headers })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { Value: unknown[] }).Value.length).toBeGreaterThan(0)
  }
}

type Proof = Record<string, string>
const OWN = '/web-api/user/getuserconfig'

/** A new player as his browser and as a program of his prove him. */
async function signedIn(address: string): Promise<{ browser: Proof; program: Proof }> {
  const answer = await fetch(`${address}/flexreg-api/v1/registration/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ type: 'fast_reg', fields: { country: 'KZ', currency: 'EUR', terms: true } }),
  })
  const { token } = (await answer.json()) as { token: string }
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const proofs = { browser: { cookie }, program: { authorization: `Bearer ${token}`, cookie } }
  for (const proof of Object.values(proofs)) expect(await statusOf(address, OWN, proof)).toBe(200)
  return proofs
}

async function statusOf(address: string, path: string, headers: Proof): Promise<number> {
  return (await fetch(address + path, { headers })).status
}

/** What is for everybody is also for somebody whose session cannot be asked for; what is his waits. */
async function servedAllTheSame(address: string, proof: Proof): Promise<void> {
  await lineIsServed(address, proof)
  expect(await Promise.all(['/healthz', '/metrics', OWN].map((path) => statusOf(address, path, proof)))).toEqual([200, 200, 503])
  const { hostname, port } = new URL(address)
  const stream = new WebSocket(`ws://${hostname}:${port}/stream`, { headers: { ...proof, origin: address } } as never)
  await new Promise((done, failed) => {
    stream.onopen = done
    stream.onerror = failed
  })
  stream.close()
}

async function comesBack(target: ReturnType<typeof productTarget>, address: string): Promise<void> {
  const op = target.bet()
  for (const deadline = Date.now() + 30_000; ; await new Promise((done) => setTimeout(done, 200))) {
    const id = await target.send(address, op).then(
      (a) => a.id,
      () => undefined,
    )
    if (id !== undefined) {
      expect(id).not.toBeNull()
      break
    }
    if (Date.now() > deadline) throw new Error('no bet is accepted 30 s after the database came back')
  }
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: 'ok' })
}
