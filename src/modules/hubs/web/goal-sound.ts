/** A short tone when a followed game scores; off until the player switches it on. */
import { useKept } from '#modules/line/web/index.ts'

const TONE_HZ = 880
const TONE_SEC = 0.18

export function useGoalSound(): [boolean, (on: boolean) => void] {
  return useKept('goal-sound', false, (stored) => (typeof stored === 'boolean' ? stored : null))
}

let context: AudioContext | null = null
let sounds = false

/** One tone at a time: a page that nobody has pressed on may make no sound yet, and its first tone waits. */
export function goalSound(): void {
  if (context?.state === 'suspended') void context.resume()
  if (sounds) return
  sounds = true
  context ??= new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = TONE_HZ
  volume.gain.setValueAtTime(0.12, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + TONE_SEC)
  tone.connect(volume).connect(context.destination)
  tone.addEventListener('ended', () => void (sounds = false))
  tone.start()
  tone.stop(context.currentTime + TONE_SEC)
}
