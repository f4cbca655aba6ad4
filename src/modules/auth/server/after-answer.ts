/** Work whose time would tell that there is somebody (ACC-10). */
import type { FastifyReply } from 'fastify'

export type AfterAnswer = (work: () => Promise<unknown>) => void

/**
 * Begins when the answer has been handed over, or nobody waits for it any more: a turn of the loop alone comes before the
 * answer is written, and what begins in it is measurable. What fails there is logged; its caller may not learn of it.
 */
export function afterAnswer(reply: FastifyReply): AfterAnswer {
  return (work) => {
    let isBegun = false
    const begin = () => {
      if (isBegun) return
      isBegun = true
      work().catch((err: unknown) => reply.log.error({ err, requestId: reply.request.id }, 'work after an answer failed'))
    }
    reply.raw.once('finish', begin)
    reply.raw.once('close', begin)
  }
}
