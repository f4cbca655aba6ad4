/**
 * A provider that behaves as one: sessions take their time, are refused, run out, and now and then it is away. What it
 * answers is decided at /dev/identity. Its sessions are kept in the database, so that every process sees the same.
 */
import { z } from 'zod'
import { MINUTE, SECOND, type Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { ProviderAway, type IdentityProvider, type SessionAnswer } from './provider.ts'
import './tables.ts'

const SETTING = 'identity.simulated'
const SESSION_MS = 5 * MINUTE

const moodSchema = z.object({
  /** desk: waits for a person; pass, refuse: answers by itself. */
  answers: z.enum(['desk', 'pass', 'refuse']).default('desk'),
  /** Nothing is answered earlier than so long after the beginning. */
  delayMs: z.number().int().min(0).max(60_000).default(SECOND),
  /** So many of the next calls do not reach it. */
  away: z.number().int().min(0).max(100).default(0),
})
export type Mood = z.output<typeof moodSchema>

export interface SimulatedSession {
  id: string
  kind: string
  state: string
  asked: Record<string, string>
  createdAt: Date
}

export interface SimulatedProvider extends IdentityProvider {
  mood(): Promise<Mood>
  setMood(mood: Partial<Mood>): Promise<Mood>
  sessions(): Promise<SimulatedSession[]>
  /** False when there is no such session that waits. */
  answer(sessionId: string, state: 'ok' | 'refused', reason: string): Promise<boolean>
}

export function simulatedProvider({ db, clock }: { db: Db; clock: Clock }): SimulatedProvider {
  async function mood(): Promise<Mood> {
    const row = await db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst()
    const read = moodSchema.safeParse(row?.value ?? {})
    return read.success ? read.data : moodSchema.parse({})
  }

  async function setMood(change: Partial<Mood>): Promise<Mood> {
    const value = moodSchema.parse({ ...(await mood()), ...change })
    await db
      .insertInto('setting')
      .values({ key: SETTING, value: JSON.stringify(value) })
      .onConflict((oc) => oc.column('key').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
    return value
  }

  async function reach(): Promise<Mood> {
    const now = await mood()
    if (now.away === 0) return now
    await setMood({ away: now.away - 1 })
    throw new ProviderAway()
  }

  return {
    name: 'simulated',
    isSimulated: true,
    mood,
    setMood,
    async begin({ id, kind, asked, lng }) {
      await reach()
      const until = new Date(clock.now() + SESSION_MS)
      await db
        .insertInto('simulated_identity')
        .values({ id, kind, asked: JSON.stringify(asked), created_at: new Date(clock.now()), until })
        .onConflict((oc) => oc.column('id').doNothing())
        .execute()
      return { token: `simulated-${id}`, url: kind === 'scan' ? `/dev/identity?lng=${lng}&session=${id}` : '', untilMs: until.getTime() }
    },
    async look() {
      await reach()
    },
    async end(sessionId) {
      await reach()
      await db
        .updateTable('simulated_identity')
        .set({ state: 'refused', reason: 'cancelled' })
        .where('id', '=', sessionId)
        .where('state', '=', 'running')
        .execute()
    },
    ask: async (sessionId) => answerOf(db, clock, await reach(), sessionId),
    async sessions() {
      const rows = await db
        .selectFrom('simulated_identity')
        .selectAll()
        .where('state', '=', 'running')
        .orderBy('created_at', 'desc')
        .limit(50)
        .execute()
      return rows
        .filter(({ until }) => until.getTime() > clock.now())
        .map(({ id, kind, state, asked, created_at: createdAt }) => ({ id, kind, state, asked, createdAt }))
    },
    async answer(sessionId, state, reason) {
      const row = await db
        .updateTable('simulated_identity')
        .set({ state, reason: state === 'refused' ? reason : '' })
        .where('id', '=', sessionId)
        .where('state', '=', 'running')
        .where('until', '>', new Date(clock.now()))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

async function answerOf(db: Db, clock: Clock, { answers, delayMs }: Mood, sessionId: string): Promise<SessionAnswer> {
  const none = { reason: '', score: null, number: null, documentUntil: null }
  const row = await db.selectFrom('simulated_identity').selectAll().where('id', '=', sessionId).executeTakeFirst()
  if (!row) return { ...none, state: 'timeout' }
  const decided = row.state === 'running' && answers !== 'desk' ? (answers === 'pass' ? 'ok' : 'refused') : row.state
  if (decided === 'running') return { ...none, state: row.until.getTime() <= clock.now() ? 'timeout' : 'running' }
  if (row.state === 'running' && clock.now() < row.created_at.getTime() + delayMs) return { ...none, state: 'running' }
  const isOk = decided === 'ok'
  return {
    state: decided,
    reason: isOk ? '' : row.reason || 'provider',
    score: row.kind === 'face' ? (isOk ? 0.97 : 0.31) : null,
    // An electronic identity knows the number that was asked; a scan reads one, another for every session.
    number: isOk && row.kind !== 'face' ? (row.asked['personalCode'] ?? `SCAN${row.id.slice(0, 8)}`) : null,
    documentUntil: null,
  }
}
