/** What the process that relays the outbox tells the others, whose pages are open. */
import { expect, test } from 'vitest'
import type { Bus } from '#platform/server/bus.ts'
import type { OutboxEvent } from '#platform/server/outbox.ts'
import { shareNews, type Shared } from './bus.ts'

function worker() {
  const told: unknown[] = []
  const refreshed: unknown[] = []
  const handlers: [topic: string, hear: (event: OutboxEvent) => Promise<void>][] = []
  const bus = { shared: true, on() {}, broadcast: (subject: string, payload: unknown) => void told.push([subject, payload]) }
  shareNews({
    bus: bus as unknown as Bus,
    clock: { onAdvance() {}, offsetMs: () => 0, advance() {} },
    accounts: { auth: { deps: { sessions: { onClosed() {}, forget() {} } } } },
    betting: { bets: { refresh: async (players: number[]) => void refreshed.push(...players), me: { refresh: async () => {} } } },
    outbox: { subscribe: (topic: string, hear: (event: OutboxEvent) => Promise<void>) => void handlers.push([topic, hear]) },
    log: {},
  } as unknown as Shared)
  return {
    told,
    refreshed,
    async happen(topic: string, payload: unknown) {
      for (const [wanted, hear] of handlers) if (wanted === topic) await hear({ id: 1n, topic, key: '', payload })
    },
  }
}

test.each(['payments.deposit', 'payments.withdrawal'])('%s: the player sees his balance here and in every other process', async (topic) => {
  const { told, refreshed, happen } = worker()
  await happen(topic, { ref: 'd-1', playerId: 8, credited: true })
  expect([refreshed, told]).toEqual([[8], [['players.changed', [8]]]])
})
