/** Names of the parts of a game: 'q3' → "3rd quarter", 'corners' → a type name. Keys of locales/<lng>/line.json. */
export interface PartName {
  /** Text key of a period (PN), with its number; null for the match and for statistics. */
  period: { key: string; count: number } | null
  /** Text key of the type (TG); '' for the match and its periods. */
  type: string
}

const PREFIXES: Record<string, string> = {
  h: 'half',
  p: 'period',
  q: 'quarter',
  set: 'set',
  inn: 'inning',
  map: 'map',
  round: 'round',
  r: 'round',
  frame: 'frame',
  leg: 'leg',
  stage: 'stage',
  game: 'game',
  battle: 'battle',
  level: 'level',
  end: 'end',
  et: 'overtime',
  ot: 'overtime',
}
/** Cricket, also of esports: a part of it is called innings, also when it is one. The table of sports is too heavy for a page. */
const CRICKET: ReadonlySet<number> = new Set([66, 99])
const TYPES = new Set(['corners', 'cards', 'shots', 'fouls', 'offsides', 'players', 'first', 'duel'])

export function partName(part: string, sportId: number): PartName {
  if (part === 'full') return { period: null, type: '' }
  if (part === 'inn15') return { period: { key: 'first_five', count: 5 }, type: '' }
  const [head, tail] = part.split(/[-_:]/) as [string, string?]
  if (TYPES.has(head)) return { period: tail ? period(tail, sportId) : null, type: `type_${head}` }
  return { period: period(part, sportId), type: '' }
}

function period(code: string, sportId: number): { key: string; count: number } | null {
  const match = /^([a-z]+?)(\d+)[a-z]?$/.exec(code)
  const unit = match && PREFIXES[match[1]!]
  if (!match || !unit) return null
  const word = unit === 'inning' && CRICKET.has(sportId) ? 'innings' : unit
  return { key: `part_${word}`, count: Number(match[2]) }
}

const BREAKS = new Set(['ht', 'brk', 'break', 'bt', 'i1', 'i2', 'i3', 'intermission'])

/** What a phase of the live state is: its place in the game, or a state between parts. */
export type Phase = { kind: 'part'; key: string; count: number } | { kind: 'state'; key: string } | { kind: 'before' }

export function phaseName(phase: string, sportId: number): Phase {
  if (phase === 'not_started' || phase === '') return { kind: 'before' }
  if (phase === 'abandoned') return { kind: 'state', key: 'state_interrupted' }
  if (BREAKS.has(phase) || phase.endsWith('_break')) return { kind: 'state', key: 'state_break' }
  if (phase === 'so' || phase === 'ps' || phase === 'shootout') return { kind: 'state', key: 'state_shootout' }
  if (phase === 'ot' || phase === 'et') return { kind: 'state', key: 'state_extra_time' }
  if (phase === 'end' || phase === 'ended' || phase === 'over' || phase === 'ft') return { kind: 'state', key: 'state_over' }
  const found = period(phase, sportId)
  return found ? { kind: 'part', ...found } : { kind: 'state', key: 'state_in_play' }
}
