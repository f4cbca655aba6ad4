/** The port of those who look at papers and faces and ask electronic identities. */

export type SessionKind = 'scan' | 'face' | 'smart_id' | 'mobile_id'

export interface SessionAnswer {
  /** timeout: nobody answered while the session lasted. */
  state: 'running' | 'ok' | 'refused' | 'timeout'
  /** One of the reasons of rules/state.ts; empty unless refused. */
  reason: string
  /** How alike two faces are, 0 to 1. */
  score: number | null
  /** What the provider has read or knows: number of the document or person, last good moment of a document in ms. */
  number: string | null
  documentUntil: number | null
}

export interface SessionBegun {
  /** For the provider's own program in the browser. */
  token: string
  /** Page of the provider where it goes on; empty when there is none. */
  url: string
  untilMs: number
}

export interface IdentityProvider {
  readonly name: string
  /** Labelled as such wherever it is seen. */
  readonly isSimulated: boolean
  /** The id is ours: the same one begun again is the same session. `lng`: the provider's own page speaks it. */
  begin(session: { id: string; kind: SessionKind; asked: Record<string, string>; lng: string }): Promise<SessionBegun>
  /** Gives the picture of a face to its session. */
  look(sessionId: string, picture: Buffer): Promise<void>
  ask(sessionId: string): Promise<SessionAnswer>
  /** Takes the question back; one that is answered or unknown stays as it is. Absent: the provider cannot. */
  end?(sessionId: string): Promise<void>
}

/** The provider cannot be reached: the same call may be made again. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

const PAUSES_MS = [150, 600]

/** Up to three tries; only what may be repeated is repeated. */
export async function tryAgain<T>(call: () => Promise<T>, wait: (ms: number) => Promise<void> = pause): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error
      await wait(ms)
    }
  }
  return call()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
