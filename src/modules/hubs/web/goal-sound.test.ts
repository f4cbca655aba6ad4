import { afterAll, beforeEach, expect, it, vi } from 'vitest'

let made = 0
const tones: (() => void)[] = []
class Context {
  state = 'suspended'
  currentTime = 0
  destination = {}
  resume = vi.fn<() => Promise<void>>(() => Promise.resolve())
  constructor() {
    made += 1
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next: unknown) => next }
  }
  createOscillator() {
    const addEventListener = (_name: string, ended: () => void) => tones.push(ended)
    return { frequency: {}, connect: (next: unknown) => next, addEventListener, start() {}, stop() {} }
  }
}
vi.stubGlobal('AudioContext', Context)
vi.resetModules()
afterAll(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})
const { goalSound } = await import('./goal-sound.ts')
beforeEach(() => {
  made = 0
  tones.length = 0
})

it('goals on a page that may make no sound yet wait as one tone; the next goal has its own', () => {
  goalSound()
  goalSound()
  goalSound()
  expect([made, tones.length]).toEqual([1, 1])
  tones[0]!()
  goalSound()
  expect([made, tones.length]).toEqual([1, 2])
})
