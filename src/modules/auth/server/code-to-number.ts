/**
 * A code to a telephone number, known or not (ACC-10): before the answer nobody is looked for, so that its time cannot tell
 * whether somebody has the number. Whoever has it is found afterwards, written into the challenge and sent the code.
 */
import { inTx } from '#platform/server/db.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { AfterAnswer } from './after-answer.ts'
import type { AuthDeps } from './deps.ts'
import { selectPlayerOptional, type PlayerRow } from './player-store.ts'

export interface CodeToNumber {
  purpose: string
  brand: string
  /** Digits without a sign. */
  phone: string
  ip: string
  lng: string
  channel: 'sms' | 'app'
  mayHave: (player: PlayerRow) => boolean
  /** What the challenge is to remember of its player. */
  keep?: (player: PlayerRow) => Record<string, unknown>
}

/** What a challenge remembers of the number it was sent to (`to`). */
export function numberMark({ keys }: Pick<AuthDeps, 'keys'>, brand: string, phone: string): string {
  return keys.mac('phone', `${brand}:${phone}`).toString('hex')
}

/** The id that the code belongs to. Problems: auth.too_often, auth.code_too_soon, auth.codes_of_day (44). */
export async function sendCodeToNumber(deps: AuthDeps, given: CodeToNumber, after: AfterAnswer): Promise<string | Problem> {
  const { purpose, brand, phone, lng, channel, mayHave, keep } = given
  const limited = await deps.limits.count('message', given.ip)
  if (limited) return limited
  const to = numberMark(deps, brand, phone)
  const opened = await inTx(deps.db, async (tx) => {
    const tooOften = await deps.challenges.tooOftenTo(tx, purpose, to)
    return tooOften ?? deps.challenges.openWithCode(tx, { purpose, brand, playerId: null, data: { to } })
  })
  if (isProblem(opened)) return opened
  const { id, code } = opened
  after(() =>
    inTx(deps.db, async (tx) => {
      const player = await selectPlayerOptional(tx, brand, { type: 'phone', key: phone })
      const challenge = player && mayHave(player) ? await deps.challenges.peek(tx, purpose, brand, id) : null
      if (!player || !challenge) return
      await deps.challenges.rewrite(tx, challenge, { ...keep?.(player), to, playerId: player.id })
      await deps.messenger.send(tx, { brand, channel, to: `+${phone}`, template: 'code', lng, params: { code } })
    }),
  )
  return id
}
