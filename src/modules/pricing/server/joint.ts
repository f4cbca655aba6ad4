/** Joint prices of outcomes of a game of the book (rules 7.4). State spaces are made once for a version of the game. */
import { LRUCache } from 'lru-cache'
import type { Clock, Millis } from '#lib/time.ts'
import { SECOND } from '#lib/time.ts'
import { KIND_LIVE, type BookGame } from '#modules/line/rules/book.ts'
import { factsFrom } from '../rules/game-facts.ts'
import {
  joinFaults,
  priceJoint,
  stateSpace,
  type JointFault,
  type JointLeg,
  type JointPrice,
  type JointPick,
  type StateSpace,
} from '../rules/joint/joint-price.ts'
import type { MarginTable } from '../rules/margin-table.ts'
import { inputOf } from './price-input-of.ts'

export interface JointPricing {
  /** Price of these outcomes of the game together, with what is against it. */
  price(game: BookGame, legs: readonly JointLeg[]): JointPrice
  /** For each candidate why it cannot join the chosen ones, null = it can; numbers as in `JointFault`. */
  join(game: BookGame, chosen: readonly JointPick[], candidates: readonly JointPick[]): (JointFault | null)[]
}

const MOST_SPACES = 60
/** While the clock runs the states move on by themselves. */
const RUNNING_MS = 5 * SECOND

interface Kept {
  version: number
  madeAt: Millis
  space: StateSpace | null
}

export function createJointPricing({ clock, margins }: { clock: Clock; margins: MarginTable }): JointPricing {
  const spaces = new LRUCache<string, Kept>({ max: MOST_SPACES })

  function spaceOf(game: BookGame, picks: readonly JointPick[]): StateSpace | null {
    if (!game.model || (game.type !== 'match' && game.type !== 'race')) return null
    const parts = [...new Set(picks.map((pick) => pick.part))].toSorted()
    const key = `${game.ci}|${parts.join()}`
    const now = clock.now()
    const known = spaces.get(key)
    const isFresh = known?.version === game.version && now >= known.madeAt && (!game.live?.clockRuns || now - known.madeAt < RUNNING_MS)
    if (known && isFresh) return known.space
    const input = inputOf(game, now, margins, true)
    const space = stateSpace(input, new Set(parts), factsFrom(input))
    spaces.set(key, { version: game.version, madeAt: now, space })
    return space
  }

  return {
    price(game, legs) {
      const space = spaceOf(game, legs)
      return space ? priceJoint(space, legs, margins, game.kind === KIND_LIVE) : { prob: 0, price: null, faults: [{ kind: 'sport' }] }
    },
    join(game, chosen, candidates) {
      const space = spaceOf(game, chosen)
      return space ? joinFaults(space, chosen, candidates) : candidates.map(() => ({ kind: 'sport' }))
    },
  }
}
