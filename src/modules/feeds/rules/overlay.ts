/**
 * What persons did to games of providers that do not listen to it: goals and cards stay on the board when the
 * provider tells its next state, and a game that a person ended stays ended (feeds 5.3.6).
 */
import type { Fact, FactOf, Incident, LiveState, Ref } from './fact.ts'
import { makeFact } from './fact-key.ts'

type Pair = [number, number]
interface Added {
  from: number
  score: Pair
  byPeriod: Map<string, Pair>
  stats: Map<string, Pair>
  /** Incidents read from the log, to be told once more with the next state. */
  again: Incident[]
}

/** What an act adds, written into its incident so that the log alone restores it after a restart. */
export interface ActDetail {
  score?: Pair
  period?: string
  stats?: Record<string, Pair>
}

export class Overlay {
  private readonly added = new Map<Ref, Added>()
  /** Since when persons have ended games, and whether the provider may still say that such a game is closed. */
  private readonly ended = new Map<Ref, { at: number; mayClose: boolean }>()

  /** A fact of provider 'trader', new or read `fromLog`. */
  note(fact: Fact, fromLog = false): void {
    if (fact.t === 'game') {
      // After a restart the provider tells its game from the beginning, with facts that are older than the act.
      const { ref, status } = fact.game
      // A provider that closes a game means the end that it knows: nobody has played one to it that was called off or broken off.
      const mayClose = status === 'ended' || status === 'closed'
      if (OVER.has(status)) this.ended.set(ref, { at: fromLog ? -Infinity : fact.sentAt, mayClose })
      else this.ended.delete(ref)
    }
    if (fact.t !== 'live') return
    for (const incident of fact.incidents ?? []) {
      const act = incident.detail?.['act'] as ActDetail | undefined
      if (!act) continue
      const added = this.add(fact.state.game, fact.sentAt, act)
      if (fromLog) added.again.push(incident)
    }
  }

  /** The provider's fact with the acts on it; null when a person has ended its game. */
  apply(fact: Fact): Fact | null {
    if (this.ended.size > 0 && this.isEnded(fact)) return null
    if (fact.t !== 'live') return fact
    const added = this.added.get(fact.state.game)
    // A state told again after a restart is of now, whenever its last incident was.
    if (!added || Math.max(fact.sentAt, fact.receivedAt) < added.from) return fact
    const incidents = [...(fact.incidents ?? []).map((i) => incidentWith(i, added)), ...added.again]
    added.again = []
    const body = { t: 'live' as const, state: stateWith(fact.state, added), ...(incidents.length > 0 ? { incidents } : {}) }
    return { ...makeFact(fact.provider, fact.producer, fact.sentAt, body), receivedAt: fact.receivedAt }
  }

  private isEnded(fact: Fact): boolean {
    const ref = refOf(fact)
    const ended = ref === undefined ? undefined : this.ended.get(ref)
    if (!ended || fact.sentAt < ended.at) return false
    return fact.t !== 'game' || fact.game.status !== 'closed' || !ended.mayClose
  }

  private add(ref: Ref, at: number, act: ActDetail): Added {
    let added = this.added.get(ref)
    if (!added) this.added.set(ref, (added = { from: at, score: [0, 0], byPeriod: new Map(), stats: new Map(), again: [] }))
    if (act.score) {
      added.score = sum(added.score, act.score)
      if (act.period) added.byPeriod.set(act.period, sum(added.byPeriod.get(act.period), act.score))
    }
    for (const [stat, pair] of Object.entries(act.stats ?? {})) added.stats.set(stat, sum(added.stats.get(stat), pair))
    return added
  }
}

const OVER: ReadonlySet<string> = new Set(['ended', 'closed', 'cancelled', 'abandoned'])

function refOf(fact: Fact): Ref | undefined {
  if (fact.t === 'live') return fact.state.game
  if (fact.t === 'game') return fact.game.ref
  return fact.t === 'model' || fact.t === 'bet.stop' || fact.t === 'odds.delta' || fact.t === 'odds.image' ? fact.game : undefined
}

function sum(a: Pair | undefined, b: Pair | undefined): Pair {
  return [(a?.[0] ?? 0) + (b?.[0] ?? 0), (a?.[1] ?? 0) + (b?.[1] ?? 0)]
}

function stateWith(state: FactOf<'live'>['state'], added: Added): LiveState {
  const stats = { ...state.stats }
  for (const [stat, pair] of added.stats) stats[stat] = sum(stats[stat], pair)
  return {
    ...state,
    score: sum(state.score, added.score),
    stats,
    periods: state.periods.map((period) => ({ ...period, score: sum(period.score, added.byPeriod.get(period.code)) })),
  }
}

/** The score that a later goal tells counts the added ones too. */
function incidentWith(incident: Incident, added: Added): Incident {
  const score = incident.detail?.['score']
  if (incident.type !== 'goal' || !Array.isArray(score) || score.length !== 2) return incident
  const both = sum(score as Pair, added.score)
  return { ...incident, detail: { ...incident.detail, score: both, no: both[0] + both[1] } }
}
