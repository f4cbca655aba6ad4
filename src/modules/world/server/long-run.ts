/** A long-term bet on its way through the world: opened, believed anew every week and with every match, closed, answered. */
import type { Millis } from '#lib/time.ts'
import type { FactBody, Game, GameStatus, LiveState } from '#modules/feeds/rules/fact.ts'
import type { WorldChampionship } from '../rules/catalogue.ts'
import type { Outright } from '../rules/outrights.ts'
import type { Told, WorldRun } from './run-queue.ts'

const WEEK = 7 * 86_400_000

export class LongRun implements WorldRun {
  readonly ref: string
  nextAt: Millis
  private readonly outright: Outright
  private silenced = false

  constructor(outright: Outright) {
    this.outright = outright
    this.ref = outright.ref
    this.nextAt = outright.opensAt
  }

  get championship(): WorldChampionship {
    return this.outright.championship
  }

  shownStart(): Millis {
    return this.outright.closesAt
  }

  isLive(): boolean {
    return false
  }

  /** The queue is in order of `nextAt`, so that moves only when the run is taken. */
  silence(): void {
    this.silenced = true
  }

  take(): FactBody[] {
    if (this.silenced) {
      this.nextAt = Infinity
      return []
    }
    const at = this.nextAt
    this.nextAt = this.after(at)
    return this.bodiesAt(at)
  }

  catchUp(now: Millis, end = false): Told[] {
    const { opensAt, closesAt, endsAt } = this.outright
    if (now <= opensAt) return []
    let believedAt = opensAt
    for (; this.nextAt < now; this.nextAt = this.after(this.nextAt)) if (this.nextAt < closesAt) believedAt = this.nextAt
    if (now > endsAt && !end) return []
    const told: Told[] = [{ at: opensAt, body: { t: 'game', game: this.game('scheduled'), reason: 'new' } }]
    told.push({ at: believedAt, body: this.model(believedAt) })
    if (now > closesAt) told.push(...this.bodiesAt(closesAt).map((body) => ({ at: closesAt, body })))
    if (now > endsAt) told.push(...this.bodiesAt(endsAt).map((body) => ({ at: endsAt, body })))
    return told
  }

  entity(now: Millis): Game {
    return this.game(now > this.outright.endsAt ? 'ended' : 'scheduled')
  }

  /** The step after one at a moment: weeks from the opening and news, then the close, then the answer. */
  private after(at: Millis): Millis {
    const { opensAt, closesAt, endsAt } = this.outright
    if (at >= endsAt) return Infinity
    if (at >= closesAt) return endsAt
    const week = opensAt + (Math.floor((at - opensAt) / WEEK) + 1) * WEEK
    return Math.min(week, this.outright.newsAfter(at), closesAt)
  }

  private bodiesAt(at: Millis): FactBody[] {
    const { opensAt, closesAt, endsAt } = this.outright
    if (at >= endsAt) return this.answer()
    if (at >= closesAt) return [{ t: 'bet.stop', game: this.ref, groups: 'all', to: 'inactive', reason: 'other' }]
    const model = this.model(at)
    return at === opensAt ? [{ t: 'game', game: this.game('scheduled'), reason: 'new' }, model] : [model]
  }

  private answer(): FactBody[] {
    const stats: LiveState['stats'] = {}
    this.outright.places().forEach((place, i) => {
      if (place > 0) stats[`place${i + 1}`] = [place, 0]
    })
    return [
      { t: 'game', game: this.game('live'), reason: 'status' },
      { t: 'live', state: { game: this.ref, phase: 'ended', score: [0, 0], periods: [], stats } },
      { t: 'game', game: this.game('ended'), reason: 'status' },
    ]
  }

  private model(at: Millis): FactBody {
    return { t: 'model', game: this.ref, supremacy: 0, total: this.outright.sides.length, rho: 0, extra: this.outright.extraAt(at) }
  }

  private game(status: GameStatus): Game {
    const { outright } = this
    return {
      kind: 'game',
      ref: outright.ref,
      championship: outright.championship.ref,
      type: 'outright',
      sides: outright.sides.map((side, i) => ({ competitor: side.ref, role: 'runner', order: i + 1 })),
      startsAt: outright.closesAt,
      startConfirmed: true,
      round: outright.title['en']!,
      status,
      liveCoverage: false,
      origin: 'simulated',
      about: { title: outright.title },
    }
  }
}
