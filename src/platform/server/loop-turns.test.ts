import { expect, it } from 'vitest'
import { turnOfLoop } from './loop-turns.ts'

const endOfTurn = (): Promise<void> => new Promise((done) => setImmediate(done))

function worker(told: string[]) {
  return async (name: string, pieces: number, what?: 'answer'): Promise<void> => {
    for (let n = 1; n <= pieces; n++) {
      await turnOfLoop(what)
      told.push(`${name}${n}`)
    }
  }
}

it('does one piece of work a turn of the event loop, in the order in which they came', async () => {
  const told: string[] = []
  const work = worker(told)
  const all = [work('a', 3), work('b', 2), work('c', 1)]
  for (let turn = 1; turn <= 6; turn++) {
    await endOfTurn()
    expect(told.length).toBeLessThanOrEqual(turn)
  }
  await Promise.all(all)
  expect(told.join(' ')).toBe('a1 b1 c1 a2 b2 a3')
})

it('gives every other turn to answers, and all of them when there is nothing else', async () => {
  const told: string[] = []
  const work = worker(told)
  await Promise.all([work('a', 2), work('b', 2), work('c', 1), work('answer', 7, 'answer')])
  expect(told.filter((_, turn) => turn < 10 && told[turn]!.startsWith('answer')).length).toBe(5)
  expect(told.slice(-2)).toEqual(['answer6', 'answer7'])
})

it('goes on after a rest', async () => {
  const told: string[] = []
  const work = worker(told)
  await work('a', 1)
  await endOfTurn()
  await endOfTurn()
  const rested = work('b', 1, 'answer')
  await endOfTurn()
  expect(told).toEqual(['a1', 'b1'])
  await rested
})
