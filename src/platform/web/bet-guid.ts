const GUID_BYTES = 12

/** 24 hex digits that nobody has used: the key under which a bet, or a change of one, is sent. */
export function newGuid(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(GUID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
