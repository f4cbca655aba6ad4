/** Numbers of the sequences, reserved in blocks: a walk over a batch of facts takes them without the database. */
import { must } from '#lib/assert.ts'
import type { Entity, Fact, Game, ProviderId, Ref } from '../rules/fact.ts'
import type { ResolvedGame } from '../rules/resolved.ts'
import { type Queries, reserveIds } from './registry-store.ts'

const BLOCKS = { championship_li: 200, competitor_id: 2000, athlete_id: 2000, game_ci: 20_000, game_i: 20_000 }
export type Sequence = keyof typeof BLOCKS

export class Ids {
  private readonly blocks = new Map<Sequence, { next: number; end: number }>()

  left(sequence: Sequence): number {
    const block = this.blocks.get(sequence)
    return block ? block.end - block.next : 0
  }

  async reserve(client: Queries, sequence: Sequence, count: number): Promise<void> {
    // Some to spare: parts that a market names and players that an incident names are not counted by the caller.
    const wanted = count + 64
    if (this.left(sequence) >= wanted) return
    const size = wanted + Math.trunc(BLOCKS[sequence] / 20)
    const first = await reserveIds(client, sequence, size)
    this.blocks.set(sequence, { next: first, end: first + size })
  }

  take(sequence: Sequence): number {
    const block = must(this.blocks.get(sequence), `no numbers reserved of ${sequence}`)
    if (block.next >= block.end) throw new Error(`too few numbers reserved of ${sequence}`)
    block.next += 1
    return block.next - 1
  }
}

const PARTS_AT_MOST = 12

export interface Known {
  competitor(key: string): boolean
  championship(key: string): boolean
  player(key: string): boolean
  game(provider: ProviderId, ref: Ref): ResolvedGame | undefined
  gameOfState(provider: ProviderId, ref: Ref): ResolvedGame | undefined
}

/** How many numbers a batch may take at most, and which games it names that memory does not hold. */
export function countNeeds(facts: readonly Fact[], known: Known): { need: Record<Sequence, number>; missing: Map<ProviderId, Ref[]> } {
  const need: Record<Sequence, number> = { championship_li: 0, competitor_id: 0, athlete_id: 0, game_ci: 0, game_i: 0 }
  const missing = new Map<ProviderId, Ref[]>()
  const wantSides = (provider: ProviderId, game: Game): void => {
    for (const { competitor } of game.sides) if (!known.competitor(`${provider}|${competitor}`)) need.competitor_id += 1
  }
  const wantGame = (provider: ProviderId, game: Game): void => {
    wantSides(provider, game)
    const head = known.game(provider, game.ref)
    if (head?.kind === 1) return
    need.game_i += PARTS_AT_MOST
    if (head) return
    need.game_ci += PARTS_AT_MOST
    const refs = missing.get(provider)
    if (refs) refs.push(game.ref)
    else missing.set(provider, [game.ref])
  }
  const wantEntity = (provider: ProviderId, entity: Entity): void => {
    const key = `${provider}|${entity.ref}`
    if (entity.kind === 'game') wantGame(provider, entity)
    else if (entity.kind === 'championship' && !known.championship(key)) need.championship_li += 1
    else if (entity.kind === 'competitor' && !known.competitor(key)) need.competitor_id += 1
    else if (entity.kind === 'player' && !known.player(key)) need.athlete_id += 1
  }
  const players = new Set<string>()
  for (const fact of facts) {
    if (fact.t === 'model') {
      for (const key of Object.keys(fact.extra ?? {})) {
        const at = key.indexOf('@')
        if (at >= 0) players.add(`${fact.provider}|${key.slice(at + 1)}`)
      }
    } else if (fact.t === 'game') wantGame(fact.provider, fact.game)
    else if (fact.t === 'history') wantSides(fact.provider, fact.game)
    else if (fact.t === 'catalog') for (const entity of fact.entities) wantEntity(fact.provider, entity)
    else if (fact.t === 'live') {
      if (known.gameOfState(fact.provider, fact.state.game)?.kind !== 1) need.game_i += PARTS_AT_MOST
      for (const { player } of fact.incidents ?? []) if (player && !known.player(`${fact.provider}|${player}`)) need.athlete_id += 1
    }
  }
  for (const key of players) if (!known.player(key)) need.athlete_id += 1
  return { need, missing }
}
