/** The connection on which the database says that an event was stored. There is one at most, open or on its way. */
import pg from 'pg'
import { connectionOf } from './db.ts'
import { cut } from './db-watch.ts'

export interface OutboxListener {
  /** Opens it where there is none; whoever calls while one is on its way waits for the same. */
  listen(): Promise<void>
  /** Nothing stays open, and nothing is opened again. */
  stop(): void
}

const PATIENCE_MS = 5_000

export function createOutboxListener(url: string, heard: () => void): OutboxListener {
  let current: pg.Client | null = null
  let opening: Promise<void> | null = null
  let stopped = false

  async function open(): Promise<void> {
    const client = new pg.Client({
      ...connectionOf(url),
      application_name: 'polosa outbox',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    })
    current = client
    client.on('notification', heard)
    client.on('error', () => letGo(client))
    try {
      await client.connect()
      await client.query('LISTEN outbox')
    } catch (error) {
      letGo(client)
      throw error
    }
  }

  /** An old connection may fail late: the one that took its place stays. */
  function letGo(client: pg.Client): void {
    cut(client)
    if (current === client) current = null
  }

  return {
    async listen() {
      if (stopped || (current && !opening)) return
      opening ??= open().finally(() => (opening = null))
      await opening
    },
    stop() {
      stopped = true
      if (current) letGo(current)
    },
  }
}
