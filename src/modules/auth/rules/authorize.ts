/** Which proof of identity counts for which call (wire 2.4, standards C3). */
export type AuthLevel = 'none' | 'player' | 'token' | 'extended'

/** Where a proof was found in the request. */
export type ProofPlace = 'session_cookie' | 'authorization' | 'x_auth' | 'token_cookie'

export interface Proof {
  place: ProofPlace
}

/** True when one of the valid proofs stands in a place that the call accepts. */
export function accepts(level: AuthLevel, proofs: readonly Proof[]): boolean {
  switch (level) {
    case 'none':
      return true
    case 'player':
      return proofs.length > 0
    case 'token':
      return proofs.some((proof) => proof.place === 'authorization' || proof.place === 'x_auth')
    case 'extended':
      return proofs.some((proof) => proof.place === 'x_auth')
  }
}
