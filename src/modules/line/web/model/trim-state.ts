/**
 * What the first page does not show does not travel with it: of a list's rows only the members that the screens read
 * and the outcomes that stand in a row. A page of fifty games falls from 340 to 60 kB.
 */
import type { ScreenData } from '#platform/web/query.ts'
import { isRowType } from './columns.ts'

const KEPT: ReadonlySet<string> = new Set(['I', 'CI', 'N', 'S', 'KI', 'U', 'O1', 'O2', 'SI', 'SN', 'LI', 'L', 'EC', 'SC', 'MIO', 'E'])

type Row = Record<string, unknown>

export function trimState(data: ScreenData): ScreenData {
  const queries = data.state.queries.map((query) => {
    const path = String(query.queryKey[0])
    const body = query.state.data as { Value?: Row[] } | undefined
    if (path.endsWith('/GetGameZip')) return { ...query, state: { ...query.state, data: withoutTexts(body) } }
    if (!/\/(Get1x2_VZip|BestGamesExtVZip)$/.test(path) || !Array.isArray(body?.Value)) return query
    return { ...query, state: { ...query.state, data: { Value: body.Value.map(trimRow) } } }
  })
  return { state: { ...data.state, queries } }
}

/** A card without the ready texts of its prices: the page formats them itself. */
function withoutTexts(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null, (name, value: unknown) => (name === 'CV' ? undefined : value)))
}

function trimRow(row: Row): Row {
  const kept: Row = {}
  for (const [name, value] of Object.entries(row)) if (KEPT.has(name)) kept[name] = value
  kept['E'] = ((row['E'] as { T: number; CV?: string }[] | undefined) ?? [])
    .filter(({ T }) => isRowType(T))
    .map(({ CV: _text, ...outcome }) => outcome)
  return kept
}
