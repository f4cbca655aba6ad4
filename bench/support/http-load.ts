/** Requests from a process of its own: so many connections, each with one request in flight. */
import { createRequire } from 'node:module'
import { answer } from './child.ts'

export interface Load {
  answers: number
  errors: number
  passedSeconds: number
  p99Ms: number
}

interface Result {
  requests: { total: number }
  latency: { p99: number }
  errors: number
  non2xx: number
  duration: number
}

const autocannon = createRequire(import.meta.url)('autocannon') as (options: Record<string, unknown>) => Promise<Result>

answer({
  load: async ({ url, connections, seconds }: { url: string; connections: number; seconds: number }): Promise<Load> => {
    const result = await autocannon({ url, connections, duration: seconds, headers: { host: 'localhost', 'accept-encoding': 'gzip' } })
    return {
      answers: result.requests.total,
      errors: result.errors + result.non2xx,
      passedSeconds: result.duration,
      p99Ms: result.latency.p99,
    }
  },
})
