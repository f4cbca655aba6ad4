/** `./polosa replay FILE`: the same facts in the same order into an empty book give the same book (feeds 2.1 rule 8). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createWorld } from '#modules/world/server/index.ts'
import type { Game } from '#modules/feeds/rules/fact.ts'
import { gameRefOf } from '#modules/feeds/rules/fact-key.ts'
import { testServer } from '../test/support/postgres.ts'
import { replay } from './replay.ts'

const folder = mkdtempSync(join(tmpdir(), 'polosa-replay-test-'))
const file = join(folder, 'facts.jsonl')
const NOW = Date.UTC(2026, 10, 21, 14)

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', (await testServer()).url)
  const world = createWorld({ seed: 'file', clock: { now: () => NOW }, settings: { historyDays: 0, aheadDays: 1, aheadDaysOther: 1 } })
  const facts = [...world.begin(NOW, true), ...world.advance(NOW + 120_000)]
  // What other games decide has hardly a market of its own.
  const isLive = ({ status, about }: Game) => status === 'live' && !about?.of
  const live = new Set(facts.flatMap((fact) => (fact.t === 'game' && isLive(fact.game) ? [fact.game.ref] : [])).slice(0, 6))
  const lines = facts.filter((fact) => fact.t === 'catalog' || live.has(gameRefOf(fact) ?? '')).map((fact) => JSON.stringify(fact))
  writeFileSync(file, lines.join('\n'))
}, 120_000)

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function told(args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((text += String(chunk)), true))
  try {
    return { code: await replay(args), text }
  } finally {
    write.mockRestore()
  }
}

it('gives the same book twice, and another one when a fact is missing', async () => {
  const first = await told([file])
  expect(first.code).toBe(0)
  expect(first.text).toMatch(/^\d+ facts, 6 games, \d{3,} markets\nbook sha256 [0-9a-f]{64}\n$/)
  expect(await told([file])).toEqual(first)
  const lines = readFileSync(file, 'utf8').split('\n')
  const fewer = join(folder, 'fewer.jsonl')
  writeFileSync(fewer, lines.filter((line, n) => !(n > lines.length / 2 && line.includes('"t":"live"'))).join('\n'))
  expect((await told([fewer])).text).not.toBe(first.text)
}, 180_000)

it('goes on after lines that are no facts, and says so', async () => {
  const broken = join(folder, 'broken.jsonl')
  writeFileSync(broken, `not a fact\n{"t":"live"}\n${readFileSync(file, 'utf8')}`)
  const answer = await told([broken])
  expect(answer.code).toBe(1)
  expect(answer.text).toMatch(/^\d+ facts, 6 games, .*, 2 facts unreadable/)
}, 120_000)

it('refuses a file that is not there and options that mean nothing, in one sentence', async () => {
  await expect(told([join(folder, 'nowhere')])).rejects.toThrow(/^replay: no file /)
  await expect(told(['saturday', '--hours=soon'])).rejects.toThrow('replay: --hours is a number above zero')
  await expect(told(['saturday', '--colour=red'])).rejects.toThrow(/^replay: Unknown option/)
  expect(await told([])).toMatchObject({ code: 1, text: expect.stringContaining('usage: ./polosa replay FILE') as string })
}, 120_000)
