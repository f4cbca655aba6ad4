/**
 * A set of words as a field of bits: whoever was put in is always found, of the others about one in three thousand by
 * mistake (16 bits and 11 marks a word). It takes two bytes a word, and nobody can read the words out of it.
 */
export const BITS_A_WORD = 16
const MARKS = 11

/** Two independent 32-bit digests (FNV-1a over UTF-16 units, mixed); good enough for spreading, not for secrets. */
function digests(word: string): [number, number] {
  let a = 0x81_1c_9d_c5
  let b = 0x9d_c5_81_1c
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01_00_01_93)
    b = Math.imul(b ^ unit, 0x5b_d1_e9_95)
    b ^= b >>> 15
  }
  return [mix(a), mix(b) | 1]
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85_eb_ca_6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2_b2_ae_35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Places of a word among so many bits. */
function places(word: string, bits: number): number[] {
  const [first, step] = digests(word)
  return Array.from({ length: MARKS }, (_, n) => (first + n * (step >>> 0)) % bits)
}

export function mayContain(field: Uint8Array, word: string): boolean {
  const bits = field.length * 8
  return bits > 0 && places(word, bits).every((place) => ((field[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0)
}

export function fieldOf(words: readonly string[]): Uint8Array {
  const field = new Uint8Array(Math.ceil((words.length * BITS_A_WORD) / 8))
  for (const word of words) for (const place of places(word, field.length * 8)) field[place >>> 3]! |= 1 << (place & 7)
  return field
}
