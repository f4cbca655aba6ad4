/** Calls that move money wait for the word of the session. */
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { BetCtx } from './bet-request.ts'

/** Whether money may move for this caller now; a Problem when not (SES-03). */
export type MoneyGuard = (ctx: Ctx) => Promise<unknown> | unknown

/** What is done once the guard lets money move. */
export async function afterGuard<T>(guard: MoneyGuard, ctx: Ctx, work: () => Promise<T> | T): Promise<T | Problem> {
  const refused = await guard(ctx)
  return isProblem(refused) ? refused : work()
}

/** A guard that is given later; without a wait where it needs none. It is asked with contexts of calls only. */
export function guardOf(given: MoneyGuard | undefined) {
  let guard: MoneyGuard = given ?? (() => null)
  return {
    use: (next: MoneyGuard) => void (guard = next),
    after<T>(ctx: BetCtx, work: () => T): T | Problem | Promise<Awaited<T> | Problem> {
      const asked = guard(ctx as Ctx)
      if (!(asked instanceof Promise)) return isProblem(asked) ? asked : work()
      return asked.then((refused) => (isProblem(refused) ? refused : (work() as Awaited<T>)))
    },
  }
}
