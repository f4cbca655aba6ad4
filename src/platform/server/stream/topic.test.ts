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
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const topic = new Topic('t', 7_000)
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
  expect(topic.patch(999)).toMatchObject({ from: 0 })
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
