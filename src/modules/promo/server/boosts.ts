/**
 * Boosted prices (XT-09): an officer raises the price of an outcome before its match, for stakes up to a sum. Kept in
 * memory by every process and read again when one of them changes, and every ten seconds; the newest word on an outcome is in force.
 */
import { sql } from 'kysely'
import type { Milli } from '#lib/price.ts'
import type { Clock, Millis } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'

/** `p` = P · 10 000, the constant id of the game or its part. */
export interface BoostedOutcome {
  ci: number
  t: number
  p: number
  playerId: number
}

export interface Boost extends BoostedOutcome {
  /** Thousandths that are added to the price. */
  permille: number
  /** Largest stake of a bet with it, euro cents. */
  maxStakeCents: bigint
  endsAt: Millis
}

export interface Boosts {
  /** `permille` 0 ends the boost. */
  set(boost: Boost, by: { actor: string; reason: string }): Promise<void>
  /** Null = none in force. */
  find(outcome: BoostedOutcome): Boost | null
  /** Whether this game or part has boosts, or had some while this process ran. */
  touches(ci: number): boolean
  isQuiet(): boolean
  /** Rises with every change that this process has heard of. */
  revision(): number
  list(): Boost[]
  /** Afterwards whatever was committed before the call is known, also when several are on their way. */
  refresh(): Promise<void>
  onChanged(hear: () => void): void
}

function hasSame(before: ReadonlyMap<string, Boost>, after: ReadonlyMap<string, Boost>): boolean {
  return (
    before.size === after.size &&
    [...after].every(([key, { permille, maxStakeCents, endsAt }]) => {
      const one = before.get(key)
      return one?.permille === permille && one.maxStakeCents === maxStakeCents && one.endsAt === endsAt
    })
  )
}

const keyOf = ({ ci, t, p, playerId }: BoostedOutcome) => `${ci}:${t}:${p}:${playerId}`

export function createBoosts({ db, clock }: { db: Db; clock: Clock }): Boosts {
  let known = new Map<string, Boost>()
  const touched = new Set<number>()
  let revision = 0
  const listeners: (() => void)[] = []
  let reads = 0
  let newestRead = 0

  async function refresh(): Promise<void> {
    const read = (reads += 1)
    const { rows } = await sql<{
      ci: number
      t: number
      p: number
      player_id: number
      permille: number
      max_stake_cents: bigint
      ends_at: Date
    }>`SELECT ci, t, p, player_id, permille, max_stake_cents, ends_at FROM price_boost b
        WHERE ends_at > ${new Date(clock.now())} AND permille > 0 AND NOT EXISTS (
          SELECT 1 FROM price_boost newer
          WHERE newer.ci = b.ci AND newer.t = b.t AND newer.p = b.p AND newer.player_id = b.player_id AND newer.id > b.id)`.execute(db)
    // One that began later has been answered first: what this one saw is older.
    if (read < newestRead) return
    newestRead = read
    const next = new Map<string, Boost>()
    for (const row of rows) {
      const outcome = { ci: row.ci, t: row.t, p: row.p, playerId: row.player_id }
      next.set(keyOf(outcome), { ...outcome, permille: row.permille, maxStakeCents: row.max_stake_cents, endsAt: row.ends_at.getTime() })
    }
    if (hasSame(known, next)) return
    known = next
    for (const { ci } of next.values()) touched.add(ci)
    revision += 1
    for (const hear of listeners) hear()
  }

  return {
    async set({ ci, t, p, playerId, permille, maxStakeCents, endsAt }, { actor, reason }) {
      await sql`INSERT INTO price_boost (ci, t, p, player_id, permille, max_stake_cents, ends_at, actor, reason, at)
        VALUES (${ci}, ${t}, ${p}, ${playerId}, ${permille}, ${String(maxStakeCents)}::bigint, ${new Date(endsAt)}, ${actor}, ${reason}, ${new Date(clock.now())})`.execute(
        db,
      )
      await refresh()
    },
    find(outcome) {
      const boost = known.get(keyOf(outcome))
      return boost && boost.endsAt > clock.now() ? boost : null
    },
    touches: (ci) => touched.has(ci),
    isQuiet: () => touched.size === 0,
    revision: () => revision,
    list: () => [...known.values()].filter(({ endsAt }) => endsAt > clock.now()),
    refresh,
    onChanged: (hear) => void listeners.push(hear),
  }
}

interface BoostableGame {
  ci: number
  kind: 1 | 3
}

/** What a boost leaves behind at the outcome: the price without it and how much may be staked. */
export interface BoostMark {
  from: Milli
  maxStakeCents: bigint
}

/** What is needed of a reader of the line; the rest of it stays as it is. */
interface Reader<Game extends BoostableGame, Outcome extends { price: Milli }> {
  findGame(gameId: number): Game | null
  findByConstant(ci: number): Game | null
  findOutcome(gameId: number, t: number, p: number, playerId: number): Outcome | null
}

/** The line as coupons and bets see it while prices are boosted; `raise` works the price out, `paramKey` makes P whole. */
export function boostedLine<Game extends BoostableGame, Outcome extends { price: Milli }, Line extends Reader<Game, Outcome>>(
  line: Line,
  boosts: Boosts,
  { raise, paramKey }: { raise: (price: Milli, permille: number) => Milli; paramKey: (p: number) => number },
): Line {
  const copies = new WeakMap<Game, { revision: number; game: Game }>()
  /** A game that is the same object says that its prices are: another one for every change of boosts. */
  const marked = (game: Game | null): Game | null => {
    if (!game || boosts.isQuiet() || !boosts.touches(game.ci)) return game
    let copy = copies.get(game)
    if (copy?.revision !== boosts.revision()) copies.set(game, (copy = { revision: boosts.revision(), game: { ...game } }))
    return copy.game
  }
  return {
    ...line,
    findGame: (gameId: number) => marked(line.findGame(gameId)),
    findByConstant: (ci: number) => marked(line.findByConstant(ci)),
    findOutcome(gameId: number, t: number, p: number, playerId: number) {
      const outcome = line.findOutcome(gameId, t, p, playerId)
      if (!outcome || boosts.isQuiet()) return outcome
      const game = line.findGame(gameId)
      const boost = game?.kind === 3 ? boosts.find({ ci: game.ci, t, p: paramKey(p), playerId }) : null
      if (!boost) return outcome
      const mark: BoostMark = { from: outcome.price, maxStakeCents: boost.maxStakeCents }
      return { ...outcome, price: raise(outcome.price, boost.permille), boost: mark }
    },
  }
}
