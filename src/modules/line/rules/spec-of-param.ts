/** The specifier of the market that an outcome stands in, from its param (wire 18.2): which market a bet belongs to. */
import { unpackLineMinute, unpackOver, unpackThousandths } from './param.ts'

export interface OutcomePlace {
  /** Key of the market. */
  key: string
  column: number
  /** P in wire form. */
  p: number
  playerId: number
}

/**
 * The specifier with the names of `like` and the values of the outcome; what no param tells (up to which score a market lists)
 * is taken from `like`. undefined: the outcome cannot stand in such a market, or nobody knows its names.
 */
export function specOfParam({ key, column, p, playerId }: OutcomePlace, like: string): string | undefined {
  const pairs = like === '' ? [] : like.split('|').map((pair) => pair.split('='))
  const [one, two] = unpackThousandths(p)
  switch (pairs.map(([name]) => name).join()) {
    case '':
      return ''
    case 'max':
      return Math.max(one, two) <= Number(pairs[0]![1]) ? like : undefined
    case 'line':
      return `line=${isMirrored(key, column) && p !== 0 ? -p : p}`
    case 'n':
      return `n=${p}`
    case 'minute':
      return `minute=${p}`
    case 'minute,n':
      return `minute=${one}|n=${two}`
    case 'from,to':
      return `from=${one}|to=${two}`
    case 'line,minute': {
      const [line, minute] = unpackLineMinute(p)
      return `line=${line}|minute=${minute}`
    }
    case 'line,n': {
      const [over, line] = unpackOver(p)
      return `line=${line}|n=${over}`
    }
    case 'line,player':
      return `line=${p}|player=${playerId}`
    default:
      return undefined
  }
}

/** The line of a handicap is written from side 1; side 2 carries it with the other sign. A European one has one start for all three. */
function isMirrored(key: string, column: number): boolean {
  return key.includes('handicap') && key !== 'euro_handicap' && column === 2
}
