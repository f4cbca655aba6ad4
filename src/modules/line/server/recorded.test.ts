/** Recorded bodies of this interface parse with our schemas, and our order of outcomes is theirs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as contract from '../contract.ts'
import type { BookOutcome } from '../rules/book.ts'
import { allMarketTypes } from '../rules/market-book.ts'
import { columnIn, compareFlat, compareInColumn, hasMainLine } from '../rules/wire/outcome.ts'

const root = process.env['POLOSA_WIRE'] ?? join(import.meta.dirname, '../../../../../shared/wire')
const samples = join(root, 'samples')
const present = existsSync(samples)

interface Sample {
  name: string
  method: string
  body: { Value: Record<string, unknown> }
}

function recorded(): Sample[] {
  return readdirSync(samples, { recursive: true })
    .map(String)
    .filter((file) => /(Line|Live)Feed_.*\.json$/.test(file))
    .map((file) => ({
      name: file,
      method: /Feed_(Get1x2_VZip|[A-Za-z0-9]+)/.exec(file)![1]!,
      body: JSON.parse(readFileSync(join(samples, file), 'utf8')) as Sample['body'],
    }))
}

if (!present) console.error('wire samples absent: recorded bodies are not compared (POLOSA_WIRE)')

const list = present ? recorded() : []
const marketOf = new Map<number, string>()
for (const type of allMarketTypes()) for (const { t } of type.outcomes) if (!marketOf.has(t)) marketOf.set(t, type.key)

function outcome({ T, P }: Record<string, unknown>): BookOutcome {
  return { key: '', t: T as number, p: (P as number | undefined) ?? 0, playerId: 0, price: 0, prob: 0, active: true }
}
const shown = ({ t, p }: BookOutcome): string => `${t}:${p}`

/** One recorded handicap by minute has an outcome of side 2 in the column of side 1: nothing to learn from it. */
function mixesSides({ G, E }: { G: number; E: Record<string, unknown>[][] }): boolean {
  return G === 307 && new Set(E[0]!.map(({ T }) => T)).size > 1
}

/** A fixed other order, so that the sort has something to do. */
function shuffled<T>(values: readonly T[]): T[] {
  return values.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length).toReversed()
}

describe.skipIf(!present)('recorded bodies', () => {
  test('there are some', () => expect(list.length).toBeGreaterThan(15))

  test.each(list.map((sample) => [sample.name, sample] as const))('%s parses', (_name, { method, body }) => {
    const endpoint = contract.feedEndpoints[method as keyof typeof contract.feedEndpoints]
    expect(endpoint, method).toBeDefined()
    const strict = (endpoint.reply as z.ZodType).safeParse(body)
    expect(strict.error?.issues.slice(0, 5)).toBeUndefined()
  })

  test.each(list.filter(({ body }) => 'GE' in Object(body.Value)).map((sample) => [sample.name, sample] as const))(
    '%s: columns and rows come out in the recorded order',
    (_name, { body }) => {
      for (const group of body.Value['GE'] as { G: number; E: Record<string, unknown>[][] }[]) {
        const all = group.E.flat().map(outcome)
        if (!all.every(({ t }) => marketOf.has(t)) || mixesSides(group)) continue
        const columns = new Map<number, BookOutcome[]>()
        for (const one of shuffled(all)) {
          const column = columnIn(marketOf.get(one.t)!, one.t, one.p)
          columns.set(column, [...(columns.get(column) ?? []), one])
        }
        const ours = [...columns].toSorted(([a], [b]) => a - b).map(([, rows]) => rows.toSorted(compareInColumn).map(shown))
        expect(ours, `G ${group.G}`).toEqual(group.E.map((column) => column.map((one) => shown(outcome(one)))))
      }
    },
  )

  test('groups with a main line are those that carry CE in recorded bodies', () => {
    for (const { body } of list) {
      for (const { G, E } of (body.Value['GE'] as { G: number; E: Record<string, unknown>[][] }[] | undefined) ?? []) {
        const key = marketOf.get(E[0]![0]!['T'] as number)
        if (key === undefined || body.Value['KI'] === 1) continue
        const marked = E.flat().some(({ CE }) => CE === 1)
        expect(hasMainLine(key) || !marked, `G ${G} ${key}`).toBe(true)
        if (hasMainLine(key) && !marked)
          expect(
            ['handicap', 'total'].some((word) => key.endsWith(word)),
            key,
          ).toBe(true)
      }
    }
  })

  test('the flat card of the line comes out in the recorded order', () => {
    const flat = list.find(({ name }) => name.includes('set-a') && name.includes('GetGameZip_flat'))!.body.Value['E'] as Record<
      string,
      unknown
    >[]
    const ours = shuffled(flat.map(outcome)).toSorted(compareFlat).map(shown)
    expect(ours).toEqual(flat.map((one) => shown(outcome(one))))
  })
})
