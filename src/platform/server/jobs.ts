/**
 * Jobs and timers, through one door. A job may start a movement of money but never carries it: the movement
 * is an idempotent transaction of its own. (libraries 8.1, ADR 0002)
 */
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from './log.ts'
import { connectionOf, type Tx } from './db.ts'

export interface Job {
  name: string
  data: object
  startAfterMs?: number
  /** One waiting job per key. */
  singletonKey?: string
}

export interface Jobs {
  /** Queues a job that runs if and only if the transaction commits. */
  enqueue(tx: Tx, job: Job): Promise<void>
  work(name: string, handler: (data: object) => Promise<void>): Promise<void>
  schedule(name: string, cron: string, data?: object): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export function createJobs(url: string, log: Logger): Jobs {
  const connection = connectionOf(url)
  const boss = new PgBoss({
    ...(connection as object),
    schema: 'jobs',
    max: 3,
    useListenNotify: true,
    application_name: 'polosa-jobs',
  } as never)
  // Its workers tell of an error by a copy of it that is none.
  boss.on('error', (error: object) => {
    log.warn({ err: error instanceof Error ? error : Object.assign(new Error(), error) }, 'jobs: connection trouble')
  })
  const queues = new Map<string, Promise<void>>()

  function queue(name: string): Promise<void> {
    let made = queues.get(name)
    if (!made) {
      made = boss.createQueue(name, { retryLimit: 5, retryBackoff: true, notify: true } as never).then(() => undefined)
      queues.set(name, made)
    }
    return made
  }

  return {
    async enqueue(tx, job) {
      await queue(job.name)
      await boss.send({
        name: job.name,
        data: job.data,
        options: {
          db: fromKysely(tx as never),
          ...(job.startAfterMs ? { startAfter: Math.ceil(job.startAfterMs / 1000) } : {}),
          ...(job.singletonKey ? { singletonKey: job.singletonKey } : {}),
        } as never,
      })
    },
    async work(name, handler) {
      await queue(name)
      let isRunning = false
      await boss.work(name, async (jobs: { data: object }[]) => {
        // The queue fails what takes too long and gives it out again, while it is still at work.
        if (isRunning) throw new Error(`job ${name} is still running`)
        isRunning = true
        try {
          for (const job of jobs) await handler(job.data)
        } finally {
          isRunning = false
        }
      })
    },
    async schedule(name, cron, data = {}) {
      await queue(name)
      await boss.schedule(name, cron, data)
    },
    start: async () => void (await boss.start()),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
