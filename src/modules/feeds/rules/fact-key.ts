/** Identity of a fact (feeds 2.1 rule 1): a hash of type, game, sent time and canonical body. */
import { canonicalJson } from '#lib/json.ts'
import type { Fact, FactBody, ProviderId } from './fact.ts'
import type { Millis } from '#lib/time.ts'

/** 53 bits of a text; two of them with different seeds make collisions a matter of 10^15 facts. */
function hash53(text: string, seed: number): number {
  let h1 = 0xdeadbeef ^ seed
  let h2 = 0x41c6ce57 ^ seed
  for (let k = 0; k < text.length; k += 1) {
    const c = text.charCodeAt(k)
    h1 = Math.imul(h1 ^ c, 2654435761)
    h2 = Math.imul(h2 ^ c, 1597334677)
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  return 4294967296 * (2097151 & h2) + (h1 >>> 0)
}

/** Pure hash of a text, 106 bits in base 36. Joined, because two texts that are added stay two in memory. */
export function textHash(text: string): string {
  return [1, 2].map((seed) => hash53(text, seed).toString(36).padStart(11, '0')).join('')
}

/** The provider's id of the game a fact tells of; undefined for facts of no game, '*' for all games. */
export function gameRefOf(body: FactBody): string | undefined {
  switch (body.t) {
    case 'game':
    case 'history':
      return body.game.ref
    case 'live':
      return body.state.game
    case 'model':
    case 'odds.delta':
    case 'odds.image':
    case 'bet.stop':
    case 'settle':
    case 'settle.rollback':
    case 'cancel':
    case 'cancel.rollback':
      return body.game
    case 'catalog':
    case 'producer':
      return undefined
  }
}

export function factKey(body: FactBody, sentAt: Millis): string {
  return textHash(`${body.t}\n${gameRefOf(body) ?? ''}\n${sentAt}\n${canonicalJson(body)}`)
}

/** A whole fact from its body: the head that every built-in provider writes in the same way. */
export function makeFact(provider: ProviderId, producer: string, sentAt: Millis, body: FactBody): Fact {
  return { provider, producer, sentAt, receivedAt: sentAt, key: factKey(body, sentAt), ...body }
}
