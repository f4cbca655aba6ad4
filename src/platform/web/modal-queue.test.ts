import { expect, it, vi } from 'vitest'
import { MODAL_STATE, ModalQueue } from './modal-queue.ts'

const modal = (name: string, more = {}) => ({ name, render: () => null, ...more })
const states = (queue: ModalQueue) => queue.entries().map((entry) => [entry.name, entry.state])

it('opens one at a time and the next when it closes', () => {
  const queue = new ModalQueue()
  const closeFirst = queue.show(modal('a'))
  queue.show(modal('b'))
  queue.show(modal('c'))
  expect(states(queue)).toEqual([
    ['a', 1],
    ['b', 0],
    ['c', 0],
  ])
  closeFirst()
  expect(states(queue)).toEqual([
    ['b', 1],
    ['c', 0],
  ])
  closeFirst()
  expect(states(queue)).toEqual([
    ['b', 1],
    ['c', 0],
  ])
})

it('opens over another at once and does not free the place of what lies below', () => {
  const queue = new ModalQueue()
  queue.show(modal('a'))
  const closeOver = queue.show(modal('over', { over: true }))
  queue.show(modal('b'))
  expect(states(queue)).toEqual([
    ['a', 1],
    ['over', 1],
    ['b', 0],
  ])
  closeOver()
  expect(states(queue)).toEqual([
    ['a', 1],
    ['b', 0],
  ])
})

it('ends as closed when it was open and as error when it was queued', () => {
  const queue = new ModalQueue()
  const ends: unknown[] = []
  const closeA = queue.show(modal('a', { onClosed: (state: number) => ends.push(['a', state]) }))
  const closeB = queue.show(modal('b', { onClosed: (state: number) => ends.push(['b', state]) }))
  closeB()
  closeA()
  expect(ends).toEqual([
    ['b', MODAL_STATE.error],
    ['a', MODAL_STATE.closed],
  ])
  expect(queue.entries()).toEqual([])
})

it('closes what its middleware refuses before it was drawn, and opens the next', async () => {
  const queue = new ModalQueue()
  const seen: unknown[] = []
  queue.subscribe(() => seen.push(...states(queue)))
  queue.show(modal('a', { middleware: [() => Promise.reject(new Error('no access'))] }))
  queue.show(modal('b'))
  expect(states(queue)).toEqual([
    ['a', 0],
    ['b', 0],
  ])
  await vi.waitFor(() => expect(states(queue)).toEqual([['b', 1]]))
  expect(seen).not.toContainEqual(['a', MODAL_STATE.opened])
  expect(queue.history()).toEqual([{ id: 1, name: 'a', state: MODAL_STATE.error }])
})

it('is drawn once its middleware is done, and never when it was closed meanwhile', async () => {
  const queue = new ModalQueue()
  const steps: (() => void)[] = []
  const middleware = [() => new Promise<void>((done) => steps.push(done))]
  queue.show(modal('a', { middleware }))
  queue.show(modal('over', { over: true, middleware }))()
  expect(states(queue)).toEqual([['a', 0]])
  for (const done of steps) done()
  await vi.waitFor(() => expect(states(queue)).toEqual([['a', 1]]))
})

it('a toast takes nobody’s place', () => {
  const queue = new ModalQueue()
  queue.show(modal('toast', { toast: true }))
  queue.show(modal('a'))
  expect(states(queue)).toEqual([
    ['toast', 1],
    ['a', 1],
  ])
})
