/** A number of 32 bits that is the same for the same text everywhere and after every restart: FNV-1a, then mixed. */
export function stableHash(text: string): number {
  let value = 0x811c9dc5
  for (let k = 0; k < text.length; k++) value = Math.imul(value ^ text.charCodeAt(k), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
