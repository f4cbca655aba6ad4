/** Counting of what happens in pages (wire 17). Failures are swallowed by the client; nothing personal is kept. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const params = z.object({ project: z.string().regex(/^[a-z0-9]{6,40}$/) })
const code = z.int().min(1000).max(10_470)

export const eventBatch = endpoint({
  method: 'POST',
  path: '/fatman-api/:project/event.json',
  envelope: 'B',
  auth: 'none',
  csrf: false,
  everywhere: true,
  params,
  body: z.object({
    w: z.number().min(0).max(100_000),
    sw: z.number().min(0).max(100_000),
    sh: z.number().min(0).max(100_000),
    u: z.string().max(300),
    ev: z
      .array(z.tuple([code, z.number(), z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))]))
      .max(10),
    sids: z.array(z.string().max(64)).max(10),
  }),
  reply: z.object({ ts: z.number() }),
  summary: 'A batch of events; answers the time of the server in microseconds',
})

export const metadata = endpoint({
  method: 'GET',
  path: '/fatman-api/:project/metadata.json',
  envelope: 'B',
  auth: 'none',
  everywhere: true,
  params,
  reply: z.object({ v: z.boolean(), c: z.boolean(), ts: z.number() }),
  summary: 'May the page record (v), may it count (c)',
})
