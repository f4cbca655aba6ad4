import { describe, expect, it } from 'vitest'
import type { Fact } from '../rules/fact.ts'
import type { ResolvedFact } from '../rules/resolved.ts'
import { Pipeline } from './pipeline.ts'
import type { PipelineDeps } from './pipeline.ts'
import { createTurns } from './slices.ts'

const moment = (): Promise<void> => new Promise((done) => setImmediate(done))

describe('turns', () => {
  it('come one after another, also after one that fails', async () => {
    const turns = createTurns()
    const told: string[] = []
    const one = turns.take(async () => {
      await moment()
      told.push('one')
      throw new Error('no')
    })
    const two = turns.take(async () => void told.push('two'))
    await expect(one).rejects.toThrow('no')
    await two
    expect(told).toEqual(['one', 'two'])
  })

  it('let in what may not wait: in the pause of a long turn, before all that stands in line', async () => {
    const turns = createTurns()
    const told: string[] = []
    const long = turns.take(async () => {
      for (let game = 1; game <= 3; game++) {
        await moment()
        told.push(`game ${game}`)
        await turns.giveWay()
      }
    })
    const next = turns.take(async () => void told.push('next'))
    await moment()
    const act = turns.first(async () => {
      told.push('lock')
      return 'locked'
    })
    await expect(act).resolves.toBe('locked')
    await Promise.all([long, next])
    expect(told.indexOf('lock')).toBeLessThan(told.indexOf('game 3'))
    expect(told.at(-1)).toBe('next')
  })

  it('do it at once when nobody has the turn, once, and tell what went wrong', async () => {
    const turns = createTurns()
    let times = 0
    await turns.first(async () => void (times += 1))
    await expect(turns.first(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await turns.take(async () => {})
    expect(times).toBe(1)
  })
})

const spend = (): void => {
  const until = performance.now() + 2
  while (performance.now() < until);
}

it('a tick of all games in play is made in pieces: a game that takes long is one by itself, those that say nothing go along', async () => {
  const told: string[] = []
  const prices = ['a', 'b', 'c'].map((game) => ({ t: 'odds.delta', provider: 'pricing', game, markets: [] }) as unknown as Fact)
  const apply = ([one]: { fact: { game: string } }[]) => {
    told.push(one!.fact.game)
    spend()
  }
  const deps = {
    clock: { now: () => 0 },
    intake: { derive: (facts: Fact[]) => facts.map((fact) => ({ fact })) },
    book: { apply },
    pricing: { tick: () => [prices[0], null, null, ...prices.slice(1)] },
    log: console,
  } as unknown as PipelineDeps
  const pipeline = new Pipeline(deps)
  const ticking = pipeline.beginTick()
  const pieces: string[][] = []
  for (let isOver = false; !isOver; pieces.push(told.splice(0))) isOver = await pipeline.tickPiece(ticking)
  expect(pieces).toEqual([['a'], ['b'], ['c'], []])
})

it('small batches in a row give the loop back as one long batch does', async () => {
  const deps = { book: { apply: spend }, registry: {}, pricing: {}, log: console } as unknown as PipelineDeps
  const pipeline = new Pipeline(deps)
  const batch = [{ fact: { t: 'catalog', provider: 'world' } }] as unknown as ResolvedFact[]
  let turns = 0
  const count = setInterval(() => (turns += 1), 0)
  for (let sent = 0; sent < 30; sent += 1) await pipeline.process(batch)
  clearInterval(count)
  // Sixty milliseconds of work in slices of five.
  expect(turns).toBeGreaterThan(5)
})
