/** How long the functions of a source file are, counted without the functions that stand in them. */
import { parseSync } from 'vite'

export interface FunctionLines {
  /** Line of the file where it begins. */
  line: number
  own: number
}

interface Node {
  type: string
  start: number
  end: number
}

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

export function functionLines(path: string, text: string): FunctionLines[] {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  const lineAt = (offset: number) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
  const found: FunctionLines[] = []
  /** Lines below the first of the functions in it. */
  const walk = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + walk(one), 0)
    if (!isNode(value)) return 0
    const inner = Object.values(value).reduce((sum: number, one) => sum + walk(one), 0)
    if (!FUNCTIONS.has(value.type)) return inner
    const line = lineAt(value.start)
    const lines = lineAt(value.end - 1) - line + 1
    found.push({ line, own: lines - inner })
    return lines - 1
  }
  walk(parseSync(path, text).program)
  return found
}
