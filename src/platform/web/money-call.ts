/**
 * Calls that move money. After half an hour without an act of the player the server wants his password before any of them
 * (SES-03): it is asked for here, whichever press it was, and then the same call is made once more, with the same key.
 */
import { useSyncExternalStore } from 'react'
import { ApiError, errorMessage, isApiError } from './api-error.ts'

/**
 * ErrorCode of a player who must prove himself. A session that is over is first refused with the same one; `call` then asks
 * for another token, which only an idle session still gets, so what comes here as this is idle.
 */
const PROOF_FIRST = 403

function isIdle(error: unknown): error is ApiError {
  return isApiError(error) && error.status === 401 && error.code === PROOF_FIRST
}

let waiting: readonly ((isProven: boolean) => void)[] = []
const listeners = new Set<() => void>()

function setWaiting(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Does what moves money; refused for an idle session, it is done again once the player has proven himself, which `proven` hears. */
export async function moneyCall<T>(work: () => Promise<T>, proven?: () => void): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isIdle(error)) throw error
      const isProven = await new Promise<boolean>((answer) => setWaiting([...waiting, answer]))
      if (!isProven) throw inWords(error)
      proven?.()
    }
  }
}

/** Who closes the question is told what was asked, not that something went wrong. */
function inWords({ title, status, response, request, message }: ApiError): ApiError {
  return new ApiError({ title, status, response, request, message: errorMessage(response, message) })
}

/** Whether something waits for the password; one question is enough for all of it. */
export function useProofAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting.length > 0,
    () => false,
  )
}

/** What waits goes on, or is told that it was refused. */
export function answerProof(isProven: boolean): void {
  const answered = waiting
  setWaiting([])
  for (const answer of answered) answer(isProven)
}
