/**
 * Players in a model: `extra` names them as outcome keys do, `<what><side>@<our id>`. Their shares are of the side's own
 * count (goals, yellow cards), means (points) or weights (batters).
 */
export interface PlayerShare {
  id: number
  side: 1 | 2
  value: number
}

type Lists = ReadonlyMap<string, readonly PlayerShare[]>
const NOBODY: readonly PlayerShare[] = []
const known = new WeakMap<Readonly<Record<string, number>>, Lists>()

function listsOf(extra: Readonly<Record<string, number>>): Lists {
  const lists = new Map<string, PlayerShare[]>()
  for (const key of Object.keys(extra)) {
    const match = /^([a-z]+)([12])@(\d{1,9})$/.exec(key)
    if (!match || !(extra[key]! > 0)) continue
    const list = lists.get(match[1]!) ?? []
    list.push({ id: Number(match[3]), side: match[2] === '1' ? 1 : 2, value: extra[key]! })
    lists.set(match[1]!, list)
  }
  return lists
}

/** Players of one kind of number (`goal`, `card`, `pts`, `thr`, `bat`), in the order of the model. */
export function playersOf(extra: Readonly<Record<string, number>>, what: string): readonly PlayerShare[] {
  let lists = known.get(extra)
  if (!lists) known.set(extra, (lists = listsOf(extra)))
  return lists.get(what) ?? NOBODY
}
