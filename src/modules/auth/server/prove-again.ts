/** What asks for a fresh proof that the player himself is there (SES-09). */
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { AuthDeps } from './deps.ts'
import { requireStepUp } from './guard.ts'
import { confirmPlayer } from './sign-in.ts'

/**
 * A password that is given must be right; none is asked of who has proved himself in the last minutes. Problems: `code` (403, 91,
 * field password) where it is missing or wrong, and those of confirmPlayer as 403, 91.
 */
export async function proveAgain(
  deps: AuthDeps,
  ctx: Ctx,
  given: { password: string; app_code: string },
  code: string,
): Promise<Problem | null> {
  const refused = { status: 403, wire: 91 }
  const wrong = problem(code, { ...refused, field: 'password' })
  if (given.password === '') return requireStepUp(deps.sessions, ctx) && wrong
  const grade = await confirmPlayer(deps, ctx.player!.id, { password: given.password, appCode: given.app_code })
  if (!isProblem(grade)) return null
  return grade.code === 'auth.wrong_password' ? wrong : { ...grade, ...refused }
}
