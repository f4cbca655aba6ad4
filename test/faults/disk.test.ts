/**
 * The database's disk is full (standards OPS-09, S-10). Stated behaviour: bets are put off by HTTP 503 with
 * ErrorCode 900503, never lost and never half booked; the line is served on; with room again the same bets go
 * through under their keys. A database that has ended over its log is started again by its own supervisor
 * (embedded-watch.ts, or that of the operator): here that is the test. Needs a file system of a size of its own, which only root can make.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verify } from '#modules/settlement/server/index.ts'
import { createDb } from '#platform/server/db.ts'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { fileInWords } from '../../tools/in-words.ts'
import { startTarget } from '../crash/crash-run.ts'
import { productTarget } from '../crash/product-target.ts'
import type { CrashOp } from '../crash/target.ts'
import { ownPostgres } from './own-postgres.ts'

const SIZE_MB = 400
const MOST_BETS = 4_000
const SIDE_BY_SIDE = 16
const BACK_MS = 40_000
const disk = smallDisk()
if (!disk) process.stdout.write('test of a full disk skipped: no file system of its own can be mounted here\n')

test.skipIf(!disk)('bets are put off while the disk is full, and go through when there is room again', { timeout: 240_000 }, async () => {
  const postgres = await ownPostgres(join(disk!, 'pg'))
  const target = productTarget()
  const db = createDb(postgres.url, { max: 3 })
  const { child, address } = await startTarget(target, postgres.url)
  const ballast = join(disk!, 'ballast')
  try {
    await target.prepare(address, db)
    await target.ready(address)
    const placed = new Map<string, string | null>()
    const putOff: CrashOp[] = []
    fill(ballast)
    while (putOff.length === 0 && placed.size < MOST_BETS) await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => bet()))
    expect(putOff.length).toBeGreaterThan(0)
    const line = await fetch(`${address}/service-api/LineFeed/Get1x2_VZip?sports=1&count=10&lng=en`)
    expect(line.status).toBe(200)

    rmSync(ballast)
    await postgres.restart()
    await untilBetsAreTaken()
    for (const op of putOff) expect((await target.send(address, op)).id).not.toBeNull()
    const { rows } = await placedRows()
    expect(rows).toBe(new Set([...placed.keys(), ...putOff.map((op) => op.key)]).size)
    expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])

    async function bet(): Promise<void> {
      const op = target.bet()
      await target.send(address, op).then(
        ({ id }) => {
          expect(id, JSON.stringify(op.body)).not.toBeNull()
          placed.set(op.key, id)
        },
        (error: unknown) => {
          expect(String(error)).toMatch(/503 .*"ErrorCode":900503/)
          putOff.push(op)
        },
      )
    }

    async function untilBetsAreTaken(): Promise<void> {
      for (const deadline = Date.now() + BACK_MS; ; await new Promise((done) => setTimeout(done, 250))) {
        const before = placed.size
        await bet()
        if (placed.size > before) return
        if (Date.now() > deadline) throw new Error(`no bet is taken ${BACK_MS / 1000} s after there is room again`)
      }
    }

    async function placedRows(): Promise<{ rows: number }> {
      const { n } = await db
        .selectFrom('bet')
        .select((q) => q.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return { rows: Number(n) }
    }
  } finally {
    rmSync(ballast, { force: true })
    child.kill('SIGKILL')
    await db.destroy()
    target.close?.()
  }
})

test.skipIf(!disk)('a start on a full disk says so, and goes on when there is room again', { timeout: 120_000 }, async () => {
  const ballast = join(disk!, 'ballast')
  // Of the database above, which has ended.
  const options = { stateDir: join(disk!, 'fresh') }
  mkdirSync(options.stateDir)
  const say = () => fileInWords('POLOSA_HOME', () => startEmbeddedPostgres(options))
  try {
    fill(ballast)
    await expect(say()).rejects.toThrow('POLOSA_HOME: there is no room left on the disk')
    rmSync(ballast)
    await (await say()).stop()
    fill(ballast)
    await expect(say()).rejects.toThrow(/did not start: (there is no room left|.*No space left on device)/)
    rmSync(ballast)
    await (await say()).stop()
  } finally {
    rmSync(ballast, { force: true })
  }
})

/** A folder that is a small file system; null where that is not permitted. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'polosa-disk-'))
  const mounted =
    process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]).status === 0
  if (!mounted) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  chmodSync(folder, 0o755)
  // Hooks run last first: the database has ended by then.
  afterAll(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  for (let size = 1 << 20; size >= 512;) {
    try {
      writeSync(file, Buffer.alloc(size))
    } catch {
      size >>= 1
    }
  }
  closeSync(file)
}
