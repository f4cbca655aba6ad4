import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { checkFact } from '#modules/feeds/server/fact-schema.ts'
import type { Feed } from '#modules/feeds/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { testDatabase } from '../../test/support/database.ts'
import { bringPackResults } from './statistics-pack.ts'

const dataDir = resolve(process.env['POLOSA_DATA'] ?? '../shared/data')
const { db } = await testDatabase()
const NOW = Date.UTC(2026, 10, 21, 12)

it.skipIf(!existsSync(`${dataDir}/open/fixtures/football.csv`))(
  'brings what lies before today once, names first',
  async () => {
    const taken: Fact[] = []
    const feed = { take: async (facts: Fact[]) => void taken.push(...facts) } as unknown as Feed
    const parts = { db, clock: manualClock(NOW), feed, dataDir, pauseMs: 0 }
    const count = await bringPackResults(parts, new AbortController().signal)
    const histories = taken.filter((fact) => fact.t === 'history')
    expect(count).toBe(histories.length)
    expect(count).toBeGreaterThan(1_000)
    const named = new Set<string>()
    for (const fact of taken) {
      expect('wrong' in checkFact(fact) ? checkFact(fact) : null).toBeNull()
      if (fact.t === 'catalog') for (const entity of fact.entities) named.add(entity.ref)
      if (fact.t !== 'history') continue
      expect(fact.game.startsAt).toBeLessThan(NOW)
      for (const { competitor } of fact.game.sides) expect(named.has(competitor), competitor).toBe(true)
      expect(fact.periods.reduce((sum, { score }) => sum + score[0], 0)).toBe(fact.periods.length ? fact.score[0] : 0)
    }
    expect(await bringPackResults(parts, new AbortController().signal)).toBe(0)
  },
  60_000,
)
