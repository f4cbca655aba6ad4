/** What the page of the second step must know of the first one; kept in this browser's storage, for it stands in no address. */
import { storage } from '#platform/web/storage.ts'

export interface SecondStep {
  authId: string
  asked: string | null
  /** What is asked for: the code of the app, or one that went to the player's address. */
  by: 'two_factor' | 'email' | 'sms'
  /** Where that one went, masked. */
  sentTo?: string | undefined
  resendAfterS?: number | undefined
  /** Begun at another service. */
  social?: boolean
}

interface FirstReply {
  authId: string
  nextStep: string
  sentTo?: string | undefined
  resend_after?: number | undefined
}

/** The step that an answer asks for; null when it asks for none. */
export function secondStepOf(reply: FirstReply, asked: string | null): SecondStep | null {
  const { nextStep: by, authId, sentTo, resend_after: resendAfterS } = reply
  return by === 'two_factor' || by === 'email' || by === 'sms' ? { authId, asked, by, sentTo, resendAfterS } : null
}

export const keepSecondStep = (step: SecondStep) => storage.set('draft-second-step', step)
export const keptSecondStep = async () => (await storage.get('draft-second-step')) as SecondStep | null
export const dropSecondStep = () => storage.remove('draft-second-step')
