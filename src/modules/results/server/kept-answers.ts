/** Answers of the database that many ask for: kept for seconds, and no more rows of them than are well in memory. */
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cacheControlOf } from '#modules/line/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'

const CACHE_CONTROL = 'public,max-age=60'
const FRESH_MS = 15_000
/** Of all answers that are kept together: a row of a game has some hundred bytes. */
const MOST_ROWS = 40_000

type Answer = readonly unknown[] | { rows: readonly unknown[] }

function rowsIn(answer: Answer): number {
  return 'rows' in answer ? answer.rows.length : answer.length
}

/** Answers of the last seconds; one question to the database at a time for a key. */
export type Cached = <T extends Answer>(ctx: Ctx, reply: FastifyReply, key: string, ask: () => Promise<T>) => Promise<T>

export function createCache(most = MOST_ROWS): Cached {
  const answers = new LRUCache<string, { asked: Promise<Answer> }>({ max: 500, maxSize: most, ttl: FRESH_MS, noUpdateTTL: true })
  return <T extends Answer>(ctx: Ctx, reply: FastifyReply, key: string, ask: () => Promise<T>): Promise<T> => {
    reply.header('cache-control', cacheControlOf(ctx, CACHE_CONTROL))
    const known = answers.get(key)?.asked as Promise<T> | undefined
    if (known) return known
    const asked = ask()
    answers.set(key, { asked }, { size: 1 })
    asked.then(
      // How many there are is known now. An answer with more than all may have is not kept.
      (answer) => answers.peek(key)?.asked === asked && answers.set(key, { asked }, { size: 1 + rowsIn(answer) }),
      () => answers.peek(key)?.asked === asked && answers.delete(key),
    )
    return asked
  }
}
