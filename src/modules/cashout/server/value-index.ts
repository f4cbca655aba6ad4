/**
 * Open bets by the outcomes that they are on, in memory: a change of a price finds the bets that it touches and works
 * their values out anew. Numbers stand in arrays beside each other, so that a hundred thousand bets on one outcome are
 * a matter of milliseconds.
 */
import { type LiveBet, chanceOf, liveGrossMinor, liveNetMinor } from '../rules/live-value.ts'
import type { OffReason } from '../rules/sale-bet.ts'
import type { LegNow, LegSource, OutcomeId } from './leg-now.ts'

/** A bet to keep the value of. */
export interface IndexedBet {
  id: bigint
  playerId: number
  /** Why it is never bought, or how its value is worked out from the chances of `legs`. */
  live: LiveBet | OffReason
  /** Its open legs, in the order of `live.open`. */
  legs: readonly OutcomeId[]
  /** Below it, it is not bought. */
  minMinor: number
  /** From it on, it is not bought either; null = however much. */
  greatMinor: number | null
  /** The order that waits, minor units; null = none. */
  targetMinor: number | null
  /** For whoever is told: minor units in one unit of the currency, and the stake that runs in such units. */
  unit: number
  stake: number
}

/** A bet as it stands; read by whoever is told of a change. */
export interface BetSlot extends IndexedBet {
  /** Of the player's topic. */
  key: string
  /** Minor units, after tax and before it; 0 when it is off. */
  valueMinor: number
  grossMinor: number
  off: OffReason | null
}

interface Outcome {
  id: OutcomeId
  key: string
  chance: number
  off: OffReason | null
  /** Bets on it, in no order. Never empty: an outcome that the last bet has left is forgotten. */
  slots: number[]
}

const NOTHING: number[] = []

export class ValueIndex {
  private readonly source: LegSource
  private readonly outcomes: (Outcome | null)[] = []
  private readonly byKey = new Map<string, number>()
  private readonly byCi = new Map<number, Set<number>>()
  private readonly freeOutcomes: number[] = []
  private readonly slots: (BetSlot | null)[] = []
  /** Outcomes of the legs of each slot. */
  private readonly legsOf: number[][] = []
  /** Where the slot stands in the list of each of these outcomes, so that it leaves without a search. */
  private readonly placesOf: number[][] = []
  private readonly slotOf = new Map<bigint, number>()
  private readonly free: number[] = []
  /** Turn in which a slot was last touched: a bet with two moved legs is worked out once. */
  private readonly touched: number[] = []
  private turn = 0

  constructor(source: LegSource) {
    this.source = source
  }

  get size(): number {
    return this.slotOf.size
  }

  get(id: bigint): BetSlot | undefined {
    const at = this.slotOf.get(id)
    return at === undefined ? undefined : (this.slots[at] ?? undefined)
  }

  all(): BetSlot[] {
    return this.slots.filter((slot) => slot !== null)
  }

  ofPlayers(players: ReadonlySet<number>): BetSlot[] {
    return this.slots.filter((slot) => slot !== null && players.has(slot.playerId)) as BetSlot[]
  }

  /** Adds the bet, or takes the place of what was known of it; its value is worked out at once. */
  put(bet: IndexedBet): BetSlot {
    this.remove(bet.id)
    const at = this.free.pop() ?? this.slots.length
    const slot: BetSlot = { ...bet, key: keyOf(bet.id), valueMinor: 0, grossMinor: 0, off: null }
    this.slots[at] = slot
    this.touched[at] = 0
    this.slotOf.set(bet.id, at)
    this.legsOf[at] = typeof bet.live === 'string' ? NOTHING : bet.legs.map((leg) => this.outcomeFor(leg))
    this.placesOf[at] = this.legsOf[at].map((outcome) => this.outcomes[outcome]!.slots.push(at) - 1)
    this.workOut(at)
    return slot
  }

  remove(id: bigint): void {
    const at = this.slotOf.get(id)
    if (at === undefined) return
    this.slotOf.delete(id)
    this.slots[at] = null
    this.free.push(at)
    const legs = this.legsOf[at]!
    for (let leg = 0; leg < legs.length; leg += 1) this.leave(legs[leg]!, this.placesOf[at]![leg]!)
    this.legsOf[at] = NOTHING
    this.placesOf[at] = NOTHING
  }

  /** Takes the bet at this place off the outcome; the last of the list takes the place. */
  private leave(at: number, place: number): void {
    const { slots } = this.outcomes[at]!
    const last = slots.pop()!
    if (slots.length === 0) this.forget(at)
    if (place >= slots.length) return
    slots[place] = last
    const legs = this.legsOf[last]!
    const places = this.placesOf[last]!
    // Few legs; a bet may hold an outcome twice, so the place is asked as well.
    for (let leg = 0; leg < legs.length; leg += 1) if (legs[leg] === at && places[leg] === slots.length) places[leg] = place
  }

  private forget(at: number): void {
    const { id, key } = this.outcomes[at]!
    this.outcomes[at] = null
    this.freeOutcomes.push(at)
    this.byKey.delete(key)
    const ofPart = this.byCi.get(id.ci)!
    ofPart.delete(at)
    if (ofPart.size === 0) this.byCi.delete(id.ci)
  }

  /** Looks again at the outcomes of these parts; answers the bets whose value or state has changed. */
  refresh(cis: Iterable<number>): BetSlot[] {
    this.turn += 1
    const moved: number[] = []
    for (const ci of cis) {
      for (const outcome of this.byCi.get(ci) ?? []) if (this.lookAt(outcome)) this.touch(outcome, moved)
    }
    const changed: BetSlot[] = []
    for (const at of moved) if (this.workOut(at)) changed.push(this.slots[at]!)
    return changed
  }

  /** Looks at everything: what the clock alone has changed. */
  refreshAll(): BetSlot[] {
    return this.refresh(this.byCi.keys())
  }

  private touch(outcome: number, moved: number[]): void {
    for (const at of this.outcomes[outcome]!.slots) {
      if (this.touched[at] === this.turn) continue
      this.touched[at] = this.turn
      moved.push(at)
    }
  }

  private outcomeFor(id: OutcomeId): number {
    const key = `${id.ci}:${id.t}:${id.p}:${id.playerId}`
    const known = this.byKey.get(key)
    if (known !== undefined) return known
    const at = this.freeOutcomes.pop() ?? this.outcomes.length
    this.outcomes[at] = { id: { ci: id.ci, t: id.t, p: id.p, playerId: id.playerId }, key, chance: 0, off: null, slots: [] }
    this.byKey.set(key, at)
    const ofPart = this.byCi.get(id.ci)
    if (ofPart) ofPart.add(at)
    else this.byCi.set(id.ci, new Set([at]))
    this.lookAt(at)
    return at
  }

  private lookAt(at: number): boolean {
    const outcome = this.outcomes[at]!
    const now: LegNow = this.source.now(outcome.id)
    const chance = now.on ? chanceOf(now.chance) : 0
    const off = now.on ? null : now.reason
    if (chance === outcome.chance && off === outcome.off) return false
    outcome.chance = chance
    outcome.off = off
    return true
  }

  /** Whether the value or the state is another than before. */
  private workOut(at: number): boolean {
    const slot = this.slots[at]!
    const before = slot.valueMinor
    const beforeGross = slot.grossMinor
    const beforeOff = slot.off
    const { live } = slot
    if (typeof live === 'string') slot.off = live
    else {
      const legs = this.legsOf[at]!
      const chances = legs.length === 1 ? [this.outcomes[legs[0]!]!.chance] : legs.map((leg) => this.outcomes[leg]!.chance)
      slot.off = this.whyOff(legs, chances)
      if (slot.off === null) {
        slot.grossMinor = liveGrossMinor(live, chances)
        slot.valueMinor = liveNetMinor(live, slot.grossMinor)
        if (slot.valueMinor < slot.minMinor) slot.off = 'too_small'
        else if (slot.greatMinor !== null && slot.valueMinor >= slot.greatMinor) slot.off = 'great'
      }
    }
    if (slot.off !== null) slot.valueMinor = slot.grossMinor = 0
    return slot.valueMinor !== before || slot.grossMinor !== beforeGross || slot.off !== beforeOff
  }

  private whyOff(legs: readonly number[], chances: readonly number[]): OffReason | null {
    for (const leg of legs) {
      const { off } = this.outcomes[leg]!
      if (off !== null) return off
    }
    for (const chance of chances) if (chance < LEAST) return 'too_unlikely'
    return null
  }
}

export function keyOf(betId: bigint): string {
  return `cashout:${betId}`
}

/** LEAST_CHANCE of the rules as a double. */
const LEAST = 0.01
