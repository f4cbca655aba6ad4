/** ErrorCode of a refused bet → what the coupon says and does (ux 6.4, wire 8.9). */

export const REFUSALS = [
  'price',
  'event',
  'suspended',
  'closed',
  'line',
  'limit',
  'min',
  'funds',
  'incompatible',
  'own_limit',
  'terms',
  'signed_out',
  'proof',
  'confirm',
  'promo',
  'kind',
  'bid',
  'change',
  'other',
] as const
export type RefusalKind = (typeof REFUSALS)[number]

export interface Refusal {
  kind: RefusalKind
  code: number
  betKey: string
  /** The server's sentence in the player's language; shown where the code alone says too little. */
  text: string
  /** It came after a wait: the sentence then names what has happened in the game. */
  waited: boolean
}

const KINDS: Readonly<Record<number, RefusalKind>> = {
  130: 'price',
  104: 'event',
  131: 'suspended',
  133: 'suspended',
  135: 'suspended',
  129: 'closed',
  158150: 'closed',
  148: 'line',
  109: 'limit',
  158188: 'limit',
  900031: 'min',
  103: 'funds',
  161627: 'incompatible',
  900030: 'own_limit',
  900032: 'terms',
  // The player is there, but must prove himself first: his session was idle, or his password is not his own yet.
  403: 'proof',
  401: 'signed_out',
  160: 'signed_out',
  900060: 'confirm',
  900011: 'promo',
  900050: 'price',
  900001: 'kind',
  900002: 'kind',
  900040: 'bid',
  900041: 'bid',
  900042: 'bid',
  900051: 'change',
}

export function refusalKind(code: number): RefusalKind {
  return KINDS[code] ?? 'other'
}

/**
 * Kinds that the coupon's own problems express once the legs, limits or session are fresh: the flow goes back to
 * editing and the state follows from the data (changed, signed-out, no-funds, invalid).
 */
export function isShownByProblems(kind: RefusalKind): boolean {
  return kind === 'signed_out' || kind === 'min'
}
