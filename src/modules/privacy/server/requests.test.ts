/** Work on copies and erasings when one of them fails. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { personalData as account } from '#modules/account/server/index.ts'
import { personalData as auth } from '#modules/auth/server/index.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { pauseMs } from '../rules/request.ts'
import type { FilesOfPlayer } from './archive.ts'
import { createPrivacy, type Privacy } from './index.ts'

const { db } = await testDatabase()
/** Players whose copies take too long. */
const broken = new Set<number>()
let tried = 0
const files: FilesOfPlayer = {
  async list(playerId) {
    if (!broken.has(playerId)) return []
    tried += 1
    throw new Error('canceling statement due to statement timeout')
  },
  open: async () => null,
}
let privacy: Privacy
const site = await accountSite({
  db,
  more: ({ app, auth: { deps } }) => {
    privacy = createPrivacy({ auth: deps, parts: [account, auth], files, text: (_, key) => key, isExcluded: async () => false })
    privacy.routes(app)
  },
})
const { clock } = site

const errors: { request: number; tries: number }[] = []
const log = { error: (details: { request: number; tries: number }) => void errors.push(details) }
const work = () => privacy.work(log as never)

async function asks(): Promise<{ id: number; request: number }> {
  const visitor = new Visitor(site)
  const { userId: id } = await visitor.oneClick('EUR')
  const { body } = await visitor.call('POST', '/web-api/office/privacy/export')
  return { id, request: body.data.id }
}
const stateOf = async (request: number) =>
  (await db.selectFrom('privacy_request').select('state').where('id', '=', request).executeTakeFirstOrThrow()).state

beforeEach(async () => {
  await sql`DELETE FROM privacy_request`.execute(db)
  broken.clear()
  errors.length = 0
  tried = 0
})

describe('one that always fails', () => {
  it('lets the others go first, is logged, and is tried again after growing pauses', async () => {
    const bad = await asks()
    broken.add(bad.id)
    clock.advance(1_000)
    const good = await asks()
    expect(await work()).toBe(1)
    expect([await stateOf(bad.request), await stateOf(good.request)]).toEqual(['waiting', 'done'])
    expect(errors).toMatchObject([{ request: bad.request, tries: 1 }])

    // Asked all the time for an hour: tried at once, and 1, 3, 7, 15 and 31 minutes later.
    for (let at = 0; at < HOUR; at += 30_000) {
      clock.advance(30_000)
      expect(await work()).toBe(0)
    }
    expect(tried).toBe(6)
    const later = await asks()
    expect(await work()).toBe(1)
    expect(await stateOf(later.request)).toBe('done')
  })

  it('is carried out when it can be', async () => {
    const bad = await asks()
    broken.add(bad.id)
    await work()
    broken.clear()
    expect(await work()).toBe(0)
    clock.advance(MINUTE)
    expect(await work()).toBe(1)
    expect(await stateOf(bad.request)).toBe('done')
  })

  it('has put itself back before the work began: a process that ends in the middle leaves it so', async () => {
    const bad = await asks()
    let seen: { tries: number; due_at: Date } | undefined
    const looking: FilesOfPlayer = {
      ...files,
      async list() {
        seen = await db.selectFrom('privacy_request').select(['tries', 'due_at']).where('id', '=', bad.request).executeTakeFirstOrThrow()
        return []
      },
    }
    const { deps } = site.auth
    await createPrivacy({ auth: deps, parts: [], files: looking, text: (_, key) => key, isExcluded: async () => false }).work(log as never)
    // A large copy takes its time: another process that has nothing to do does not begin it too.
    expect(seen).toEqual({ tries: 1, due_at: new Date(clock.now() + 15 * MINUTE) })
  })
})

describe('while a copy is made', () => {
  /** The work of a copy, with something done in the middle of it. */
  const workWith = (between: () => Promise<unknown>) => {
    const list = async () => {
      await between()
      return []
    }
    const { deps } = site.auth
    const looking = { ...files, list }
    return createPrivacy({ auth: deps, parts: [], files: looking, text: (_, key) => key, isExcluded: async () => false }).work(log as never)
  }

  it('nothing is locked and no transaction is open, however long it takes', async () => {
    const { request } = await asks()
    let isOpen = true
    await workWith(async () => {
      // What others of this site do at the same moment ends by itself.
      for (let looks = 0; isOpen && looks < 50; looks += 1) {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
          AND backend_type = 'client backend' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`.execute(db)
        isOpen = rows.length > 0
        if (isOpen) await new Promise((done) => setTimeout(done, 20))
      }
    })
    expect([isOpen, await stateOf(request)]).toEqual([false, 'done'])
  })

  it('an erasing makes it worth nothing: what was read is not kept', async () => {
    const { id, request } = await asks()
    const erased = () =>
      sql`INSERT INTO privacy_request (player_id, kind, state, language, asked_at, due_at, done_at) VALUES (${id}, 'erasure', 'done', 'en', now(), now(), now())`.execute(
        db,
      )
    await workWith(erased)
    const row = () => db.selectFrom('privacy_request').select(['state', 'sealed']).where('id', '=', request).executeTakeFirstOrThrow()
    expect([errors.length, await row()]).toEqual([1, { state: 'waiting', sealed: null }])
    clock.advance(MINUTE)
    await work()
    expect((await row()).state).toBe('done')
  })
})

it('an erasing that is undone ends no page of the player', async () => {
  const visitor = new Visitor(site)
  await visitor.oneClick('EUR')
  const ended: string[] = []
  site.auth.deps.sessions.onClosed((ids) => void ended.push(...ids))
  await visitor.call('POST', '/web-api/office/privacy/erase')
  clock.advance(4 * DAY)
  await sql`CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(db)
  await sql`CREATE CONSTRAINT TRIGGER planted AFTER UPDATE ON privacy_request DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (new.state = 'done') EXECUTE FUNCTION planted()`.execute(db)
  await work()
  expect([ended, errors.length]).toEqual([[], 1])
  await sql`DROP TRIGGER planted ON privacy_request`.execute(db)
  clock.advance(MINUTE)
  await work()
  expect(ended).toHaveLength(1)
})

it('a pause is a minute, then twice as long each time, and six hours at most', () => {
  expect([1, 2, 3, 9].map(pauseMs)).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE, 256 * MINUTE])
  expect([pauseMs(10), pauseMs(30_000)]).toEqual([6 * HOUR, 6 * HOUR])
  expect(pauseMs(30_000)).toBeLessThan(DAY)
})
