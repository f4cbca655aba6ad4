/** From what a feed tells to the leads that settlement is given (XT-21). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import type { ScoreStep } from '#modules/settlement/rules/leads.ts'
import { createLog } from '#platform/server/log.ts'
import { watchLeads } from './early-payout.ts'

const { db } = await testDatabase()
const given: { ci: number; scores: string[] }[] = []
let fails = 0
const settlement = {
  async leads({ ci, steps }: { ci: number; steps: readonly ScoreStep[] }) {
    if (fails-- > 0) throw new Error('the database is away')
    given.push({ ci, scores: steps.map(({ home, away }) => `${home}:${away}`) })
  },
}
const watch = () =>
  watchLeads({
    db,
    log: createLog('silent', false),
    settlement,
    sports: new Set([1]),
    sportOf: (ci) => (ci < 1000 ? 1 : 4),
    onSettled() {},
  })

let ref = ''
let told = 0
beforeEach(() => {
  ref = `m${(told += 1000)}`
  given.length = 0
  fails = 0
})

/** Stores the fact as intake does, then tells of it. */
async function say(leads: ReturnType<typeof watch>, ci: number, score: [number, number], phase = 'h1'): Promise<void> {
  const state = { game: ref, phase, score, periods: [], stats: {} }
  const at = new Date((told += 1))
  await sql`INSERT INTO fact (provider, producer, key, t, game_ref, sent_at, received_at, body)
    VALUES ('world', 'w', ${String(told)}, 'live', ${ref}, ${at}, ${at}, ${JSON.stringify({ t: 'live', state })}::jsonb)`.execute(db)
  leads.onApplied([{ fact: { t: 'live', state }, gameCi: ci } as unknown as ResolvedFact])
  await leads.idle()
}

test('every score of regular time, once a change; other sports, extra time and a match at 0:0 ask for nothing', async () => {
  const leads = watch()
  for (const score of [
    [0, 0],
    [0, 0],
    [1, 0],
    [1, 0],
    [2, 0],
  ] as const)
    await say(leads, 7, [...score])
  await say(leads, 7, [3, 0], 'et1')
  await say(leads, 2000, [3, 0])
  expect(given).toEqual([
    { ci: 7, scores: ['0:0', '0:0', '1:0'] },
    { ci: 7, scores: ['0:0', '0:0', '1:0', '1:0', '2:0'] },
  ])
})

test('a new process reads what it has missed, and a failure is made good by the next word', async () => {
  await say(watch(), 8, [2, 0])
  await say({ onApplied() {}, idle: async () => {} }, 8, [2, 2])
  given.length = 0
  const leads = watch()
  fails = 1
  await say(leads, 8, [2, 3])
  expect(given).toEqual([])
  await say(leads, 8, [2, 3])
  expect(given).toEqual([{ ci: 8, scores: ['2:0', '2:2', '2:3', '2:3'] }])
})
