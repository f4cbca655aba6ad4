/** Collects what an engine lets happen and puts it in order. */
import type { Ref, StatusNote, StopReason } from '#modules/feeds/rules/fact.ts'
import type { Effect, Item, Side, Timeline } from './types.ts'

interface Draft extends Item {
  retractsDraft?: Draft
}

export interface Happening extends Effect {
  side?: Side
  player?: Ref | undefined
  where?: [x: number, y: number]
  detail?: Record<string, unknown>
}

export class Recorder {
  /** False: only what makes the score, the periods and the phases is kept. */
  readonly picture: boolean
  private readonly drafts: Draft[] = []
  private readonly game: Ref

  constructor(game: Ref, picture = true) {
    this.game = game
    this.picture = picture
  }

  /** `clockSec` null where the sport has no clock. */
  incident(at: number, clockSec: number | null, type: string, what: Happening = {}): Draft {
    return this.push('incident', at, clockSec, type, what)
  }

  /** Shown on the field, and told with the next fact: a fact for each would be too much. */
  rider(at: number, clockSec: number | null, type: string, what: Happening): void {
    this.push('rider', at, clockSec, type, what)
  }

  silent(at: number, clockSec: number | null, what: Effect): void {
    this.push('silent', at, clockSec, 'silent', what)
  }

  stop(at: number, clockSec: number | null, reason: StopReason): void {
    this.push('stop', Math.max(0, at), clockSec, 'stop', {}).reason = reason
  }

  /** What the model says from now on. */
  model(at: number, says: Record<string, number>): void {
    this.push('model', at, null, 'model', {}).says = says
  }

  retract(at: number, clockSec: number | null, what: Draft, detail: Record<string, unknown>): void {
    this.push('incident', at, clockSec, 'retract', { detail, ...(what.side ? { side: what.side } : {}) }, what)
  }

  finish(endsAtMs: number, ending: Timeline['ending'] = 'ended', note?: StatusNote): Timeline {
    const ordered = this.drafts.toSorted((a, b) => a.at - b.at || a.seq - b.seq)
    // Two dangers of one moment are one stop: a fact is told once.
    const said = new Set<string>()
    const sorted = ordered.filter(({ kind, at, reason }) => {
      if (kind !== 'stop') return true
      const stop = `${at}|${reason}`
      return !said.has(stop) && Boolean(said.add(stop))
    })
    sorted.forEach((draft, index) => (draft.seq = index + 1))
    for (const draft of sorted) {
      if (!draft.retractsDraft) continue
      draft.retracts = draft.retractsDraft.seq
      delete draft.retractsDraft
    }
    return { game: this.game, items: sorted, endsAtMs, ending, ...(note ? { note } : {}) }
  }

  private push(kind: Item['kind'], at: number, clockSec: number | null, type: string, what: Happening, takesBack?: Draft): Draft {
    const draft: Draft = {
      at: Math.round(at),
      seq: this.drafts.length,
      kind,
      type,
      clockSec: Math.floor(clockSec ?? 0),
      hasClock: clockSec !== null,
      ...(this.picture ? painted(what) : { fx: leanOf(what) }),
      ...(takesBack ? { retractsDraft: takesBack } : {}),
    }
    // A past season is a hundred thousand points: what makes nothing, and what takes back nothing that is kept, is not kept.
    if (this.picture || makes((takesBack ?? draft).fx)) this.drafts.push(draft)
    return draft
  }
}

function painted({ side, player, where, detail, ...fx }: Happening): Pick<Draft, 'fx' | 'side' | 'player' | 'where' | 'detail'> {
  return { fx, ...(side ? { side } : {}), ...(player ? { player } : {}), ...(where ? { where } : {}), ...(detail ? { detail } : {}) }
}

function leanOf({ score, period, open, phase }: Effect): Effect {
  const fx: Effect = {}
  if (score) fx.score = score
  if (period) fx.period = period
  if (open) fx.open = open
  if (phase) fx.phase = phase
  return fx
}

function makes({ score, period, open, phase }: Effect): boolean {
  return Boolean(score ?? period ?? open ?? phase)
}

/** [n, 0] or [0, n]. */
export function forSide(side: Side, n = 1): [number, number] {
  return side === 'home' ? [n, 0] : [0, n]
}

export function other(side: Side): Side {
  return side === 'home' ? 'away' : 'home'
}
