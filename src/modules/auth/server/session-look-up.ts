/**
 * Look-ups that are asked for in one turn of the event loop go to the database as one query: under load nearly
 * every call comes from a player whose last one is forgotten already.
 */
const MOST_AT_ONCE = 200

interface Asked<Row> {
  hash: Buffer
  resolve: (row: Row | null) => void
  reject: (error: unknown) => void
}

/** Looks rows up by a digest. `list` gives those that exist, in no order; `hashOf` is the digest of a row. */
export function batchedLookUp<Row>(
  list: (hashes: readonly Buffer[]) => Promise<Row[]>,
  hashOf: (row: Row) => Buffer,
): (hash: Buffer) => Promise<Row | null> {
  let waiting: Asked<Row>[] = []

  async function ask(asked: readonly Asked<Row>[]): Promise<void> {
    try {
      const rows = await list(asked.map(({ hash }) => hash))
      const byHash = new Map(rows.map((row) => [hashOf(row).toString('latin1'), row]))
      for (const { hash, resolve } of asked) resolve(byHash.get(hash.toString('latin1')) ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  function send(): void {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += MOST_AT_ONCE) void ask(all.slice(at, at + MOST_AT_ONCE))
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ hash, resolve, reject })
    })
}
