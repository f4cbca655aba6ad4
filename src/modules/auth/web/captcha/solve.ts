/** The calls of a captcha, and the work that replaces a picture. */
import { call } from '#platform/web/call.ts'
import type { captchaSolveCall, captchaTaskCall, CaptchaTaskReply } from '../../contract/captcha.ts'

export interface Judged {
  token: string | null
  triesLeft: number
}

export function askTask(kind?: 'puzzle' | 'hunt' | 'pow'): Promise<CaptchaTaskReply> {
  return call<typeof captchaTaskCall>('POST', '/puzzle-api/v1/task', { body: kind ? { kind } : {} })
}

export async function answerTask(
  taskId: string,
  answer: { x?: number; cells?: number[]; counter?: number; derivedKey?: string },
): Promise<Judged> {
  const reply = await call<typeof captchaSolveCall>('POST', '/puzzle-api/v1/solve', { body: { taskId, ...answer } })
  return { token: reply.ok ? reply.token : null, triesLeft: reply.triesLeft }
}

/** Looks for the number that the task asks for; null when the visitor left or it took too long. */
export async function doWork(task: CaptchaTaskReply, controller: AbortController): Promise<string | null> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')])
  const solution = await solveChallenge({ challenge: task.challenge as never, deriveKey, controller })
  if (!solution) return null
  const { token } = await answerTask(task.taskId, { counter: solution.counter, derivedKey: solution.derivedKey })
  return token
}
