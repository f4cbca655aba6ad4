import { expect, test } from 'vitest'
import { createLimits } from '#modules/auth/server/limits.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { testDatabase } from '../../test/support/database.ts'
import { createMail } from './history.ts'

const { db } = await testDatabase(2)

test('letters that are asked for all at once need no more connections than there are', async () => {
  const { rows } = await rawPool(db).query<{ id: number }>(
    `INSERT INTO player (brand, language, password_hash, email, email_key, created_at) VALUES ('polosa', 'en', 'x', 'ann@polosa.example', 'ann@polosa.example', now()) RETURNING id`,
  )
  const sent: string[] = []
  const mail = createMail(db, {
    auth: { deps: { limits: createLimits({ db, clock: manualClock(Date.UTC(2026, 10, 1)), keys: {} as never }) } },
    messenger: { send: async (_tx, { to }) => void sent.push(to) },
  })
  const ctx = { player: { id: rows[0]!.id, brand: 'polosa' }, brand: 'polosa', ip: '192.0.2.1' } as Ctx
  const letter = { template: 'bets_history', lng: 'en', params: {} } as const
  const told = await Promise.all(Array.from({ length: 8 }, () => mail.send(ctx, letter)))
  expect(new Set(told)).toEqual(new Set(['a***@polosa.example']))
  expect(sent).toHaveLength(8)
})
