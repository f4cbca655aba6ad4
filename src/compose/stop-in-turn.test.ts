import { expect, it } from 'vitest'
import { startQuietlyCut, stopInTurn } from './stop-in-turn.ts'

it('a part that cannot be stopped, at once or later, leaves out none of those behind it', async () => {
  const done: string[] = []
  const told: unknown[] = []
  const parts = {
    first: async () => void done.push('first'),
    throws: () => {
      throw new Error('not queryable')
    },
    rejects: () => Promise.reject(new Error('gone')),
    last: () => void done.push('last'),
  }
  await stopInTurn(parts, { error: ({ part }: { part: string }) => void told.push(part) } as never)
  expect([done, told]).toEqual([
    ['first', 'last'],
    ['throws', 'rejects'],
  ])
})

it('a start that is cut off by a signal says nothing more; one that is done hears of none', async () => {
  const log = { level: 'info' }
  const listeners = () => process.listeners('SIGTERM') as (() => void)[]
  const before = listeners()
  await startQuietlyCut(log, async () => {})
  expect([log.level, listeners()]).toEqual(['info', before])
  await startQuietlyCut(log, async () => listeners().at(-1)!())
  expect([log.level, listeners()]).toEqual(['silent', before])
})
