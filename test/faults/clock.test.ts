/**
 * The machine's clock jumps by an hour (standards S-5, OPS-01). Stated behaviour: the line is served on and shows
 * what has not begun by the new time; who was signed in has been idle for an hour and signs in again; bets are
 * taken, those that were taken stay; ids never repeat and never fall, so that a clock set back cannot give one
 * twice; the ledger holds.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verify } from '#modules/settlement/server/index.ts'
import { testDatabase } from '../support/database.ts'
import { startTarget } from '../crash/crash-run.ts'
import { productTarget } from '../crash/product-target.ts'
import type { CrashTarget } from '../crash/target.ts'

const HOUR_MS = 3_600_000
const PATIENCE_MS = 40_000
const file = join(mkdtempSync(join(tmpdir(), 'polosa-clock-')), 'jump')

test('an hour forward, then two hours back: the line is served, bets are taken, no id comes twice', { timeout: 300_000 }, async () => {
  const { db, url } = await testDatabase()
  const target = productTarget({
    preload: new URL('./clock-jump.ts', import.meta.url).href,
    env: { CLOCK_JUMP_FILE: file },
    soonestMs: 3 * HOUR_MS,
  })
  const { child, address } = await startTarget(target, url)
  try {
    await target.prepare(address, db)
    const ids: bigint[] = [await betTaken(target, address)]
    for (const jumpMs of [HOUR_MS, -HOUR_MS]) {
      writeFileSync(file, String(jumpMs))
      child.kill('SIGUSR2')
      await untilClockShows(address, Date.now() + jumpMs)
      const line = await (await fetch(`${address}/service-api/LineFeed/Get1x2_VZip?sports=1&count=50&lng=en`)).json()
      const games = (line as { Value: { S: number }[] }).Value
      expect(games.length).toBeGreaterThan(0)
      await target.prepare(address, db)
      ids.push(await betTaken(target, address), await betTaken(target, address))
      expect(child.exitCode).toBeNull()
    }
    for (let i = 1; i < ids.length; i += 1) expect(ids[i]! > ids[i - 1]!).toBe(true)
    expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
  } finally {
    child.kill('SIGKILL')
    await db.destroy()
    target.close?.()
  }
})

async function untilClockShows(address: string, at: number): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await pause(100)) {
    const { now } = (await (await fetch(`${address}/dev/api/clock`)).json()) as { now: number }
    if (Math.abs(now - at) < 60_000) return
    if (performance.now() > deadline) throw new Error(`the product's clock shows ${now} instead of ${at}`)
  }
}

/** A new bet, on a game as the line shows it now; a price that moves meanwhile is met by another try. */
async function betTaken(target: CrashTarget, address: string): Promise<bigint> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await pause(200)) {
    await target.ready(address)
    const op = target.bet()
    const id = await target.send(address, op).then(
      (answer) => answer.id,
      (error: unknown) => {
        op.body['refused'] = String(error)
        return null
      },
    )
    if (id !== null) return BigInt(id)
    if (performance.now() > deadline) throw new Error(`no bet is taken: ${String(op.body['refused'])}`)
  }
}

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))
