/** The key of an outcome (line/rules/param.ts) read again: for tests that look into what is priced. */
export function parseOutcomeKey(key: string): { t: number; p: number; playerId: number } {
  const [head, player] = key.split('@')
  const [t, p] = head!.split(':')
  return { t: Number(t), p: p === undefined ? 0 : Number(p), playerId: player ? Number(player) : 0 }
}
