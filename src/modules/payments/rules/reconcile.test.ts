import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { daysDue, MOVEMENTS, reconcile, type Difference, type Moved } from './reconcile.ts'

const day = { from: 10 * DAY, to: 11 * DAY }
const moved = (ref: string, sum = '10.00 EUR', more: Partial<Moved> = {}): Moved => ({
  movement: 'in',
  ref,
  sum,
  at: day.from + HOUR,
  ...more,
})
const told = (differences: readonly Difference[]) => differences.map(({ kind, ref, there, here, times }) => [kind, ref, there, here, times])

test.each<[string, Moved[], Moved[], unknown[]]>([
  ['the same on both sides', [moved('a'), moved('b', '5.00 EUR')], [moved('b', '5.00 EUR'), moved('a')], []],
  ['not booked here', [moved('a')], [], [['missing_here', 'a', '10.00 EUR', '', 1]]],
  ['never heard of there', [], [moved('a')], [['missing_there', 'a', '', '10.00 EUR', 1]]],
  ['another sum', [moved('a', '10.01 EUR')], [moved('a')], [['sum_differs', 'a', '10.01 EUR', '10.00 EUR', 1]]],
  ['another currency', [moved('a', '10.00 USD')], [moved('a')], [['currency_differs', 'a', '10.00 USD', '10.00 EUR', 1]]],
  ['paid three times there', [moved('a'), moved('a'), moved('a')], [moved('a')], [['twice_there', 'a', '10.00 EUR', '', 2]]],
  ['booked twice here', [moved('a')], [moved('a'), moved('a')], [['twice_here', 'a', '', '10.00 EUR', 1]]],
  [
    'another direction is another movement',
    [moved('a', '10.00 EUR', { movement: 'back' })],
    [moved('a')],
    [
      ['missing_here', 'a', '10.00 EUR', '', 1],
      ['missing_there', 'a', '', '10.00 EUR', 1],
    ],
  ],
  [
    'two parts went back, one of them is not booked',
    [moved('a', '3.00 EUR', { movement: 'back' }), moved('a', '4.00 EUR', { movement: 'back' })],
    [moved('a', '3.00 EUR', { movement: 'back' })],
    [['missing_here', 'a', '4.00 EUR', '', 1]],
  ],
  ['heard of after midnight', [moved('a', '10.00 EUR', { at: day.to - 1 })], [moved('a', '10.00 EUR', { at: day.to + HOUR })], []],
  ['of the day before', [moved('a', '10.00 EUR', { at: day.from - 1 })], [], []],
  ['of the day after', [], [moved('a', '10.00 EUR', { at: day.to })], []],
  [
    'a pair belongs to the day of the provider',
    [moved('a', '9.00 EUR', { at: day.to - 1 })],
    [moved('a', '10.00 EUR', { at: day.to })],
    [['sum_differs', 'a', '9.00 EUR', '10.00 EUR', 1]],
  ],
])('%s', (_name, there, here, expected) => expect(told(reconcile(there, here, day))).toEqual(expected))

/** What may be wrong with one payment, and what must be said of it. */
const PLANTS = {
  missing_here: (one: Moved) => ({ there: [one], here: [] }),
  missing_there: (one: Moved) => ({ there: [], here: [one] }),
  sum_differs: (one: Moved) => ({ there: [{ ...one, sum: `9${one.sum}` }], here: [one] }),
  currency_differs: (one: Moved) => ({ there: [{ ...one, sum: one.sum.replace('EUR', 'KZT') }], here: [one] }),
  twice_there: (one: Moved) => ({ there: [one, one], here: [one] }),
  twice_here: (one: Moved) => ({ there: [one], here: [one, one] }),
  nothing: (one: Moved) => ({ there: [one], here: [one] }),
} satisfies Record<string, (one: Moved) => { there: Moved[]; here: Moved[] }>

it('finds every planted error and nothing else, in any order and across midnight', () => {
  const payment = fc.record({
    plant: fc.constantFrom(...(Object.keys(PLANTS) as (keyof typeof PLANTS)[])),
    movement: fc.constantFrom(...MOVEMENTS),
    cents: fc.integer({ min: 1, max: 9_999 }),
    at: fc.integer({ min: day.from, max: day.to - 1 }),
    lateHere: fc.integer({ min: 0, max: DAY }),
  })
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (payments, order) => {
      const sides = payments.map(({ plant, movement, cents, at, lateHere }, i) => {
        const { there, here } = PLANTS[plant]({ movement, ref: `p${i}`, sum: `${(cents / 100).toFixed(2)} EUR`, at })
        // What has no other half is looked for in its own day.
        const isLone = plant === 'missing_there' || plant === 'twice_here'
        return { plant, ref: `p${i}`, there, here: here.map((one) => ({ ...one, at: isLone ? one.at : one.at + lateHere })) }
      })
      const shuffled = <T>(list: T[]): T[] =>
        list
          .map((one) => [order.next().value!, one] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, one]) => one)
      const found = reconcile(shuffled(sides.flatMap((s) => s.there)), shuffled(sides.flatMap((s) => s.here)), day)
      const expected = sides.filter(({ plant }) => plant !== 'nothing').map(({ plant, ref }) => `${plant} ${ref}`)
      expect(found.map(({ kind, ref }) => `${kind} ${ref}`).sort()).toEqual(expected.sort())
    }),
    { numRuns: 300 },
  )
})

test.each<[string, number, { last: number | null; open: number[] }, number[]]>([
  ['the first time: yesterday', 20 * DAY + HOUR, { last: null, open: [] }, [19]],
  ['not before the last minutes of a day were heard of', 20 * DAY + HOUR - 1, { last: 18, open: [] }, []],
  ['once a day', 20 * DAY + 5 * HOUR, { last: 19, open: [] }, []],
  ['what was missed', 20 * DAY + HOUR, { last: 16, open: [] }, [17, 18, 19]],
  ['what is open, again', 20 * DAY + HOUR, { last: 19, open: [3, 7] }, [3, 7]],
  ['a month at most', 100 * DAY + HOUR, { last: 3, open: [4] }, Array.from({ length: 31 }, (_, i) => 69 + i)],
])('%s', (_name, now, given, days) => expect(daysDue(now, given)).toEqual(days))
