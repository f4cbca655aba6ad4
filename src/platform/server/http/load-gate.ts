/**
 * Extras that are turned off are answered before anything is done for them: a process at its end must not spend itself
 * on refusals. It sees addresses as they are usually written; the others meet the same stage behind the router (route.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendEarly, type FailedReply } from './errors.ts'
import { LIGHT_SECONDS, loadStage, stageOf } from './load.ts'

export interface LoadGate {
  /** True when the call was answered 503. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean
}

/** `replyTo`: the refusal in the envelope of the call and the language of the visit. */
export function createLoadGate(replyTo: (request: IncomingMessage, retryAfterSeconds: number) => FailedReply): LoadGate {
  return {
    refuses(request, response) {
      const stage = loadStage()
      if (stage === 0) return false
      const path = request.url!.split('?', 1)[0]!
      const own = stageOf([path, `/service-api${path}`])
      if (own === 0 || own > stage) return false
      sendEarly(request, response, replyTo(request, LIGHT_SECONDS))
      return true
    },
  }
}
