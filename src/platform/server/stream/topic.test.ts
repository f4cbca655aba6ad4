import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Topic } from './topic.ts'

type Step = { set: [string, number] } | { delete: string } | { commit: true }

const key = fc.constantFrom('a', 'b', 'c', 'd')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ set: fc.tuple(key, fc.integer({ min: 0, max: 3 })) }),
  fc.record({ delete: key }),
  fc.constant({ commit: true as const }),
)

function run(topic: Topic, s: Step): void {
  if ('set' in s) topic.set(...s.set)
  else if ('delete' in s) topic.delete(s.delete)
  else topic.commit()
}

function merged(values: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const out = { ...values, ...patch }
  for (const [k, v] of Object.entries(out)) if (v === null) delete out[k]
  return out
}

it('law: a snapshot plus the patch since it is the later snapshot, from every version', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (steps, remembered) => {
      const topic = new Topic('t', 7_000, remembered)
      const seen = [topic.snapshot()]
      for (const s of steps) {
        run(topic, s)
        seen.push(topic.snapshot())
      }
      const last = topic.snapshot()
      for (const before of seen) {
        const patch = topic.patch(before.version)
        expect(merged(patch.from === 0 ? {} : before.values, patch.values)).toEqual(last.values)
        expect(patch.version).toBe(last.version)
      }
    }),
  )
})

it('answers a version it never had with the image', () => {
  const topic = new Topic('t', 100)
  topic.set('a', 1)
  topic.commit()
  expect(topic.patch(50)).toEqual({ from: 0, version: 101, values: { a: 1 } })
  expect(topic.patch(999)).toEqual({ from: 0, version: 101, values: { a: 1 } })
})

it('raises no version when nothing changed', () => {
  const topic = new Topic('t')
  topic.set('a', 1)
  topic.commit()
  topic.set('a', 1)
  topic.commit()
  topic.set('a', 2)
  topic.set('a', 1)
  topic.commit()
  expect(topic.version).toBe(1)
})

it('builds one frame for all who know the same version', () => {
  const topic = new Topic('t')
  topic.set('a', 1)
  topic.commit()
  expect(topic.frame(0)).toBe(topic.frame(0))
})

it('remembers keys that are gone for a while only, and few frames of made-up versions', () => {
  const topic = new Topic('t', 0, 4)
  for (let n = 1; n <= 40; n += 1) {
    topic.set(`game ${n}`, n)
    topic.delete(`game ${n - 1}`)
    topic.commit()
  }
  expect(Object.keys(topic.patch(37).values)).toEqual(['game 37', 'game 38', 'game 39', 'game 40'])
  expect(topic.patch(37).from).toBe(37)
  expect(topic.patch(30)).toEqual({ from: 0, version: 40, values: { 'game 40': 40 } })
  const long = new Topic('t')
  for (let n = 1; n <= 200; n += 1) {
    long.set('a', n)
    long.commit()
  }
  const first = long.frame(0)
  for (let from = 1; from < 100; from += 1) long.frame(from)
  expect(long.frame(0)).not.toBe(first)
  expect(long.frame(0)).toEqual(first)
})
