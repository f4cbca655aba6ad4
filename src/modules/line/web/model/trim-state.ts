/**
 * What the first page does not show does not travel with it: of a list's rows only the members that the screens read
 * and the outcomes that stand in a row. A page of fifty games falls from 340 to 60 kB.
 */
import { pack } from '#platform/web/packed.ts'
import type { ScreenData } from '#platform/web/query.ts'
import { FAVOURITES, isRowType } from './columns.ts'
import { isLate } from './wire-rows.ts'

const KEPT: ReadonlySet<string> = new Set([
  'I',
  'CI',
  'N',
  'S',
  'KI',
  'U',
  'O1',
  'O2',
  'O1I',
  'O2I',
  'SI',
  'SN',
  'LI',
  'L',
  'EC',
  'SC',
  'MIO',
  'ZP',
  'SGI',
  'HSI',
  'VI',
  'E',
])

type Row = Record<string, unknown>

/** Bodies that were trimmed: the server shares one body among all pages until it changes, so each is trimmed once. */
const trimmed = new WeakMap<object, unknown>()

export function trimState(data: ScreenData): ScreenData {
  const queries = data.state.queries.map((query) => {
    const body: unknown = query.state.data
    if (typeof body !== 'object' || body === null) return query
    let kept = trimmed.get(body)
    if (kept === undefined) trimmed.set(body, (kept = trimBody(String(query.queryKey[0]), body)))
    return { ...query, state: { ...query.state, data: pack(kept) } }
  })
  return { state: { ...data.state, queries } }
}

function trimBody(path: string, body: { Value?: unknown }): unknown {
  if (path.endsWith('/GetGameZip')) return withoutTexts(body)
  if (!/\/(Get1x2_VZip|BestGamesExtVZip)$/.test(path) || !Array.isArray(body.Value)) return body
  return { Value: body.Value.map((row) => trimRow(row as Row)) }
}

/** A card without the ready texts of its prices: the page formats them itself. */
function withoutTexts(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null, (name, value: unknown) => (name === 'CV' ? undefined : value)))
}

function trimRow(row: Row): Row {
  const kept: Row = {}
  for (const [name, value] of Object.entries(row)) if (KEPT.has(name)) kept[name] = value
  if (isLate(row)) kept['SST'] = row['SST']
  const outcomes = ((row['E'] as { T: number; CV?: string; PL?: object }[] | undefined) ?? []).map(({ CV: _text, ...outcome }) => outcome)
  const columns = outcomes.filter(({ T }) => isRowType(T))
  kept['E'] = columns.length || row['O2'] ? columns : outcomes.filter(({ PL }) => PL).slice(0, FAVOURITES)
  return kept
}
