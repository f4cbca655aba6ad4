/** Pricing input of a game of the book at a moment: the running clock is carried forward from the last live fact. */
import type { Millis } from '#lib/time.ts'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import { clockStretch } from '../rules/engines.ts'
import type { MarginTable } from '../rules/margin-table.ts'
import type { PriceInput, Runner } from '../rules/price-input.ts'

/** When the live state was sent: heads stand beside it under keys with a slash. */
function liveSentAt(game: BookGame): Millis {
  let last = 0
  for (const [producer, at] of Object.entries(game.sentAt)) if (!producer.includes('/') && at > last) last = at
  return last === 0 ? game.updatedAt : last
}

function liveAt(game: BookGame, live: LiveState, now: Millis): LiveState {
  if (!live.clockRuns || live.clockSec === undefined) return live
  // Clocks that stand still between plays move slower than the day.
  const elapsed = Math.max(0, (now - liveSentAt(game)) / 1000 / clockStretch(game.sportId))
  return elapsed === 0 ? live : { ...live, clockSec: live.clockSec + elapsed }
}

/** Weights of a field by starting order; runners without one are even, those of weight 0 do not start. */
function runnersOf(game: BookGame): Runner[] {
  return game.sides.flatMap((side, n) => {
    const weight = game.model?.extra[`w${n + 1}`] ?? 1
    return weight > 0 ? [{ id: side.id, strength: Math.log(Math.max(1e-6, weight)), number: n + 1 }] : []
  })
}

export function inputOf(game: BookGame, now: Millis, margins: MarginTable, top: boolean): PriceInput {
  const model = game.model ?? { supremacy: 0, total: 0, rho: 0, extra: {} }
  const bestOf = game.bestOf ?? model.extra['bestOf']
  return {
    sportId: game.sportId,
    status: game.status,
    model,
    incidents: game.incidents,
    margins,
    top,
    // The built-in world draws its goals from the published model, which sendings-off do not change.
    redCards: game.provider !== 'world',
    ...(bestOf === undefined ? {} : { bestOf }),
    ...(game.statusNote === undefined ? {} : { statusNote: game.statusNote }),
    ...(game.live === undefined ? {} : { live: liveAt(game, game.live, now) }),
    ...(game.type === 'match' ? { twoSided: true } : { runners: runnersOf(game), kind: game.type }),
    parts: [...game.parts.keys()],
  }
}
