/** What the open pages of a player have been told of his closed account: also of its end, which comes by time alone. */
export interface ClosedValue {
  kind: string
  until: number
}

export interface ClosedPages {
  /** Tells the player's pages how his account stands, unless there is nothing to say and nothing to take back. */
  tell(playerId: number): void
  /** Nobody listens any more. */
  forget(playerId: number): void
  /** Tells those anew whose account stands otherwise than they were told. */
  look(): void
}

export function createClosedPages({
  valueOf,
  say,
}: {
  valueOf(playerId: number): ClosedValue | null
  say(playerId: number, value: ClosedValue | null): void
}): ClosedPages {
  const told = new Map<number, string>()

  function tell(playerId: number): void {
    const value = valueOf(playerId)
    if (value === null && !told.has(playerId)) return
    if (value === null) told.delete(playerId)
    else told.set(playerId, JSON.stringify(value))
    say(playerId, value)
  }

  return {
    tell,
    forget: (playerId) => void told.delete(playerId),
    look() {
      for (const [playerId, last] of told) {
        const value = valueOf(playerId)
        if (value === null || JSON.stringify(value) !== last) tell(playerId)
      }
    },
  }
}
