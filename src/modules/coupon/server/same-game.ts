/** The call by which a screen learns which outcomes of a game can be combined, and at what price. */
import { wirePrice } from '#lib/price.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import type { PickRequest, sameGame } from '../contract.ts'
import type { Selection } from '../rules/selection.ts'
import type { JointPort } from './ports.ts'
import type { z } from 'zod'

type Answer = z.output<typeof sameGame.reply>

/** Problems: coupon.unknown_kind (900002) where the brand has no bets on one game. */
export async function sameGameAnswer(
  joint: JointPort | undefined,
  ctx: Ctx,
  { chosen, candidates }: { chosen: readonly PickRequest[]; candidates: readonly PickRequest[] },
): Promise<Answer | Problem> {
  if (!joint || !couponOffers(ctx.config, 'sameGame')) return problem('coupon.unknown_kind', { wire: 900_002 })
  const picks = chosen.map(selectionOfPick)
  const found = joint.check(picks, ctx.lng)
  return {
    price: found.price === null ? null : wirePrice(found.price),
    reason: found.reason,
    pairs: found.conflicts.map(({ a, b, reason }) => ({ a, b, reason })),
    candidates: (await joint.candidates(picks, candidates.map(selectionOfPick), ctx.lng)).map((reason) => ({ reason })),
  }
}

function selectionOfPick({ GameId, Type, Param, PlayerId }: PickRequest): Selection {
  return { gameId: GameId, t: Type, p: Param, playerId: PlayerId, kind: 0, price: 0 }
}
