/** Words of the row's columns and prices. */
import { isHandicap, type RowGroup } from '../model/columns.ts'
import { lineText } from '../model/outcome-text.ts'
import type { SiteTexts } from '../model/texts.ts'
import type { LineGame, Outcome } from '../model/types.ts'

/** Captions of the columns, as many as the group has prices. */
export function columnNames(group: RowGroup, draws: boolean, text: SiteTexts): readonly string[] {
  switch (group) {
    case 'result':
      return draws ? ['1', 'X', '2'] : ['1', '2']
    case 'double':
      return ['1X', '12', '2X']
    case 'total':
    case 'total1':
    case 'total2':
    case 'totalAsian':
      return [text('over_short'), text('under_short')]
    case 'btts':
      return [text('yes'), text('no')]
    case 'handicap':
    case 'handicapAsian':
      return ['1', '2']
  }
}

interface Around {
  text: SiteTexts
  game: Pick<LineGame, 'side1' | 'side2'>
  fullNames: boolean
}

export interface CellName {
  /** In the coupon. */
  outcome: string
  /** Read aloud. */
  label: string
}

/** Short or full name of a price (LN-31): "П1" or "Победа 1"; aloud it always carries the side. */
export function cellName(
  group: RowGroup,
  index: number,
  columns: number,
  outcome: Outcome | null,
  { text, game, fullNames }: Around,
): CellName {
  const side = index === 0 ? game.side1 : index === columns - 1 ? game.side2 : ''
  const form = fullNames ? 'full' : 'short'
  if (group === 'result') {
    const key = index === 0 ? '1' : index === columns - 1 ? '2' : 'x'
    const name = text(`result_${key}_${form}`)
    return { outcome: name, label: side ? `${name}, ${side}` : name }
  }
  if (group === 'double') {
    const name = text(`double_${(['1x', '12', '2x'] as const)[index] ?? '1x'}`)
    return { outcome: name, label: name }
  }
  const line = outcome ? lineText(outcome.p, isHandicap(group)) : ''
  if (group === 'btts') {
    const name = text(index === 0 ? 'yes' : 'no')
    return { outcome: name, label: `${text('market_btts')}, ${name}` }
  }
  if (!isHandicap(group)) {
    const name = `${text(index === 0 ? 'over' : 'under')} ${line}`
    return { outcome: name, label: `${text(`market_${group}`)}, ${name}` }
  }
  return { outcome: `${side} (${line})`, label: `${text(`market_${group}`)}, ${side} ${line}` }
}
