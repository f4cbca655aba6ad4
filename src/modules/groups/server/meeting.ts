/**
 * Bets of several players on their way to one transaction. Each comes by itself through all checks of placing; here they
 * wait for each other, and are written together when nobody is missing any more.
 */
import type { BetOutcome, BetToAccept } from '#modules/bets/server/index.ts'

interface Waiting {
  bet: BetToAccept
  resolve(outcome: BetOutcome): void
  reject(error: unknown): void
}

export interface Meeting {
  /** The bet of a member has passed its checks; resolves with what was written of it. May be called again after `changed`. */
  arrive(member: number, bet: BetToAccept): Promise<BetOutcome>
  /** A member is decided: nobody waits for him. */
  leave(member: number): void
}

/** `write` gets the bets by member and answers for each; what it throws is told to all of them. */
export function createMeeting(
  members: readonly number[],
  write: (bets: ReadonlyMap<number, BetToAccept>) => Promise<ReadonlyMap<number, BetOutcome>>,
): Meeting {
  const expected = new Set(members)
  let arrived = new Map<number, Waiting>()

  function begin(): void {
    if (arrived.size === 0 || arrived.size < expected.size) return
    const all = arrived
    arrived = new Map()
    write(new Map([...all].map(([member, { bet }]) => [member, bet]))).then(
      (outcomes) => {
        for (const [member, { resolve }] of all) resolve(outcomes.get(member) ?? { kind: 'busy' })
      },
      (error: unknown) => {
        for (const { reject } of all.values()) reject(error)
      },
    )
  }

  return {
    arrive: (member, bet) =>
      new Promise((resolve, reject) => {
        arrived.set(member, { bet, resolve, reject })
        begin()
      }),
    leave(member) {
      if (expected.delete(member)) begin()
    },
  }
}
