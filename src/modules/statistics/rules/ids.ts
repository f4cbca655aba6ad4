/**
 * Statistic ids of the wire are 24 hex digits (wire 11): two of the kind, then the number, so that they need no table.
 * Addresses take them and plain numbers alike.
 */
const KINDS = { team: '7e', stage: '57', tournament: '70', game: '6a', past: '9a', player: '91', rating: '4a' } as const
export type IdKind = keyof typeof KINDS

const DIGITS = 22
const MAX_ID = 2 ** 31 - 1

export function hexId(kind: Exclude<IdKind, 'past' | 'stage'>, id: number): string {
  return KINDS[kind] + id.toString(16).padStart(DIGITS, '0')
}

/** A past result is named by the digest of what its provider calls it. */
export function pastHexId(digest: string): string {
  return KINDS.past + digest
}

/** A stage is a championship in one season. */
export function stageHexId(championshipId: number, seasonId: number): string {
  return KINDS.stage + seasonId.toString(16).padStart(6, '0') + championshipId.toString(16).padStart(16, '0')
}

export function isPlainId(text: string): boolean {
  return /^\d{1,10}$/.test(text)
}

/** The number behind an id of the kind, or a plain number; null for anything else. */
export function readId(kind: Exclude<IdKind, 'past' | 'stage'>, text: string): number | null {
  if (isPlainId(text)) return bounded(Number(text))
  return new RegExp(`^${KINDS[kind]}[0-9a-f]{${DIGITS}}$`, 'i').test(text) ? bounded(Number.parseInt(text.slice(2), 16)) : null
}

export function readPastId(text: string): string | null {
  return new RegExp(`^${KINDS.past}[0-9a-f]{${DIGITS}}$`, 'i').test(text) ? text.slice(2).toLowerCase() : null
}

/** A championship and its season; season 0 is the newest one: also what the feeds call its stage (`STI`, wire 4.1, `statisticInfo`, wire 6.2). */
export function readStageId(text: string): { championshipId: number; seasonId: number } | null {
  const plain = readId('tournament', text)
  if (plain !== null) return { championshipId: plain, seasonId: 0 }
  if (!new RegExp(`^${KINDS.stage}[0-9a-f]{${DIGITS}}$`, 'i').test(text)) return null
  const championshipId = bounded(Number.parseInt(text.slice(8), 16))
  return championshipId === null ? null : { championshipId, seasonId: Number.parseInt(text.slice(2, 8), 16) }
}

function bounded(id: number): number | null {
  return id <= MAX_ID ? id : null
}
