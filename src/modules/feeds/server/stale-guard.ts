/**
 * StaleGuard (feeds 4.4): closes what a silent producer owns. It only stops; what it stopped comes back by a
 * newer fact or a finished recovery. Silence is measured in machine time: an advanced product clock is no silence.
 */
import type { Clock, Millis } from '#lib/time.ts'
import type { Capabilities, Fact, ProviderId } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import type { ResolvedGame } from '../rules/resolved.ts'
import { isOver } from '../rules/status.ts'
import type { PlainLog } from './ports.ts'

export interface StaleLimits {
  liveMs: number
  lineMs: number
}

export function staleLimits(delivery: Capabilities['delivery']): StaleLimits {
  switch (delivery) {
    case 'push':
      return { liveMs: 20_000, lineMs: 20_000 }
    case 'builtin':
      return { liveMs: 10_000, lineMs: 60_000 }
    case 'poll':
      return { liveMs: 120_000, lineMs: 6 * 3_600_000 }
  }
}

type State = 'up' | 'delayed' | 'down' | 'recovering'
interface Watched {
  provider: ProviderId
  limits: StaleLimits
  aliveAt: number
  state: State
  told: Set<string>
  should: boolean
}

export interface StaleGuard {
  watch(provider: ProviderId, delivery: Capabilities['delivery']): void
  /** The provider gave a sign of life, with or without facts. Answers what it was when it had been stopped. */
  alive(provider: ProviderId, producers: Iterable<string>): 'delayed' | 'down' | null
  /** A push provider's own word about a producer. */
  said(provider: ProviderId, state: State): void
  /** What has to be told now: producers down, games whose start passed without a live state. */
  check(games: readonly ResolvedGame[]): Fact[]
  /** Age of the oldest sign of life of what should be up, ms. */
  lagMs(): number
  isUp(provider: ProviderId): boolean
  states(): { provider: ProviderId; state: State; ageMs: number }[]
}

/** Once for each provider, whatever of its producers and games is stopped. */
export function tellSilence(log: Pick<PlainLog, 'warn'>, stops: readonly Fact[]): void {
  for (const fact of stops) {
    if (fact.t !== 'producer' || fact.producer !== fact.provider) continue
    const what = fact.state === 'down' ? 'is lost: all its markets are suspended' : 'is silent: its live markets are suspended'
    log.warn({ provider: fact.provider }, `the provider ${what}`)
  }
}

const START_PASSED_MS = 60_000

export function createStaleGuard(clock: Clock, monotonic: () => number = () => performance.now()): StaleGuard {
  const watched = new Map<ProviderId, Watched>()
  const overdue = new Map<number, Millis>()

  function stopGames(w: Watched, games: readonly ResolvedGame[], now: Millis, kinds: readonly (1 | 3)[]): Fact[] {
    const facts: Fact[] = []
    for (const game of games) {
      if (game.provider !== w.provider || !kinds.includes(game.kind) || isOver(game.status)) continue
      facts.push(
        makeFact('guard', 'guard', now, { t: 'bet.stop', game: String(game.ci), groups: 'all', to: 'suspended', reason: 'provider_lost' }),
      )
    }
    return facts
  }

  function words(w: Watched, state: State, now: Millis, age: number): Fact[] {
    const lastAliveAt = now - Math.round(age)
    return [...w.told].map((producer) => makeFact(w.provider, producer, now, { t: 'producer', state, lastAliveAt }))
  }

  function silence(w: Watched, games: readonly ResolvedGame[], now: Millis): Fact[] {
    const age = monotonic() - w.aliveAt
    if (w.state === 'down' || !w.should) return []
    if (age > w.limits.lineMs) {
      w.state = 'down'
      // The producer's own word: the book closes everything it owns at once.
      // Prices that our own service made from this provider's games are stopped game by game.
      return [...words(w, 'down', now, age), ...stopGames(w, games, now, [1, 3])]
    }
    if (age > w.limits.liveMs && w.state === 'up') {
      w.state = 'delayed'
      return [...words(w, 'delayed', now, age), ...stopGames(w, games, now, [1])]
    }
    return []
  }

  function startPassed(games: readonly ResolvedGame[], now: Millis): Fact[] {
    const facts: Fact[] = []
    for (const game of games) {
      if (game.kind !== 3 || (game.status !== 'scheduled' && game.status !== 'delayed')) continue
      if (game.startsAt + START_PASSED_MS > now || overdue.get(game.ci) === game.startsAt) continue
      overdue.set(game.ci, game.startsAt)
      facts.push(makeFact('guard', 'guard', now, { t: 'bet.stop', game: String(game.ci), groups: 'all', to: 'suspended', reason: 'stale' }))
    }
    if (overdue.size > 20_000) overdue.clear()
    return facts
  }

  return {
    watch(provider, delivery) {
      watched.set(provider, {
        provider,
        limits: staleLimits(delivery),
        aliveAt: monotonic(),
        state: 'up',
        told: new Set([provider]),
        should: true,
      })
    },
    alive(provider, producers) {
      const w = watched.get(provider)
      if (!w) return null
      w.aliveAt = monotonic()
      for (const producer of producers) w.told.add(producer)
      const before = w.state
      if (before === 'up' || before === 'recovering') return null
      w.state = 'up'
      return before
    },
    said(provider, state) {
      const w = watched.get(provider)
      if (w) w.state = state
    },
    check(games) {
      const now = clock.now()
      const facts = [...watched.values()].flatMap((w) => silence(w, games, now))
      return [...facts, ...startPassed(games, now)]
    },
    lagMs() {
      let worst = 0
      for (const w of watched.values()) if (w.should) worst = Math.max(worst, monotonic() - w.aliveAt)
      return Math.round(worst)
    },
    isUp: (provider) => (watched.get(provider)?.state ?? 'up') === 'up',
    states: () => [...watched.values()].map((w) => ({ provider: w.provider, state: w.state, ageMs: Math.round(monotonic() - w.aliveAt) })),
  }
}
