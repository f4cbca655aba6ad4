/** One game on its way through the world: gives its facts one after another, in order of time. */
import type { Millis } from '#lib/time.ts'
import type { FactBody, Game, GameAbout, GameStatus, Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { dangersLeft, type Danger } from '#modules/feeds/rules/danger.ts'
import { modelOfFixture, worldGame } from '../rules/calendar.ts'
import type { Fixture } from '../rules/calendar.ts'
import type { WorldChampionship } from '../rules/catalogue.ts'
import { timelineOf } from '../rules/engines.ts'
import type { Fate } from '../rules/fate.ts'
import { believed } from '../rules/models.ts'
import { withPlayers } from '../rules/players.ts'
import { raceAbout, withdrawalsOf, withoutRunners } from '../rules/races.ts'
import { lot, lotNormal } from '#lib/random.ts'
import { incidentOf, Scoreboard, stateAt } from '../rules/state.ts'
import type { Item, Timeline, WorldGame, WorldModel } from '../rules/types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }
import { gameEntity, liveBody, modelBody } from './facts.ts'
import type { Told, WorldRun } from './run-queue.ts'
import { LANE_STEPS, LEAGUE_STEPS, STREAM_STEPS } from './settings.ts'
import type { WorldSettings } from './settings.ts'
import { type Step, Steps } from './steps.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Stop = Extract<FactBody, { t: 'bet.stop' }>

export class GameRun implements WorldRun {
  readonly ref: string
  readonly fixture: Fixture
  readonly fate: Fate
  /** Time of the next fact; Infinity when the game has nothing more to say. */
  nextAt: Millis
  private readonly seed: string
  private readonly world: WorldGame
  /** The model of the result, and as it is before somebody is taken out. */
  private readonly model: WorldModel
  private readonly base: WorldModel
  private readonly outs: readonly { order: number; at: Millis }[]
  private readonly steps: Steps
  private step = 0
  private timeline: Timeline | null = null
  private board: Scoreboard | null = null
  /** What is told with the next fact. */
  private readonly riders: Incident[] = []
  /** What the model says since the start: the chances of a race move as it runs. */
  private readonly moved: Record<string, number> = {}
  private ended = false
  private silenced = false

  constructor(seed: string, fixture: Fixture, fate: Fate, settings: WorldSettings) {
    this.seed = seed
    this.fixture = fixture
    this.ref = fixture.ref
    this.fate = fate
    this.base = modelOfFixture(seed, fixture)
    this.outs = withdrawalsOf(seed, fixture)
    this.model = withoutRunners(this.base, this.outs, Infinity)
    this.world = worldGame(seed, fixture, this.model, settings.worldMishaps)
    this.steps = new Steps(this.plan())
    this.nextAt = this.steps.timeOf(0)!
  }

  get championship(): WorldChampionship {
    return this.fixture.championship
  }

  get publishAt(): Millis {
    return this.fixture.startsAt - this.fixture.championship.aheadMs
  }

  /** The start as it is known at a moment: a move is not known before it is said. */
  shownStart(now: Millis): Millis {
    return now > this.fate.at ? this.fate.startsAt : this.fixture.startsAt
  }

  isLive(now: Millis): boolean {
    return this.fate.startsAt <= now && this.entity(now).status === 'live'
  }

  /** A person has ended the game: the world has nothing more to say about it. */
  silence(): void {
    this.silenced = true
  }

  /** Facts at `nextAt`; moves on. */
  take(): FactBody[] {
    if (this.silenced) {
      this.nextAt = Infinity
      return []
    }
    const step = this.steps.get(this.step)
    if (!step) return this.takeLive()
    this.step++
    const bodies = this.bodiesOf(step)
    const last = this.fate.kind === 'cancelled' && step.what === 'fate'
    this.nextAt = last ? Infinity : (this.steps.timeOf(this.step) ?? this.liveAt())
    return bodies
  }

  /**
   * Moves to `now` without telling each step; gives what somebody who knew nothing has to be told, with the times at
   * which it became true. Empty when nothing is known yet, and when all is over unless its `end` is asked for.
   */
  catchUp(now: Millis, end = false): Told[] {
    const first = this.step
    while ((this.steps.timeOf(this.step) ?? Infinity) < now) this.step += 1
    const passed = this.step > first ? this.steps.get(this.step - 1) : undefined
    if (!passed) return []
    if (this.step < this.steps.length || this.fate.kind === 'cancelled') return this.catchUpLine(passed, end)
    this.nextAt = this.liveAt()
    const incidents: Incident[] = []
    let at = this.fate.startsAt
    // The board itself has folded what is silent until the next fact: that is the future.
    let told: LiveState | undefined
    let model = this.said(this.model, this.fate.startsAt)
    let modelAt = this.fate.startsAt
    let isPutRight = false
    let stops: (Danger & { at: Millis; body: Stop })[] = []
    while (this.nextAt < now) {
      const nextAt = this.nextAt
      const wasOver = this.ended
      for (const body of this.takeLive()) {
        if (body.t === 'model') [model, modelAt] = [body, nextAt]
        if (body.t === 'bet.stop') stops.push({ reason: body.reason, after: incidents.at(-1)?.seq ?? 0, at: nextAt, body })
        if (body.t !== 'live') continue
        at = nextAt
        isPutRight = wasOver
        told = body.state
        incidents.push(...(body.incidents ?? []))
        // What stops the betting for the rest of the game is no danger that passes.
        const isForGood = ({ reason }: Danger) => reason === 'match_ended'
        stops = [
          ...stops.filter(isForGood),
          ...dangersLeft(
            stops.filter((one) => !isForGood(one)),
            incidents,
          ),
        ]
      }
    }
    const over = this.ended || this.nextAt === Infinity
    if (over && !end) return []
    const start = this.fate.startsAt
    const out: Told[] = [
      { at: start, body: this.gameBody('live', 'new') },
      { at: modelAt, body: model },
    ]
    if (isPutRight) out.push({ at, body: this.gameBody('live', 'status') })
    if (told) out.push({ at, body: liveBody(told, incidents) })
    // Whoever opens the game at a danger must not take bets on it: after the prices that the state has made.
    if (!over) out.push(...stops.map((stop): Told => ({ at: Math.max(stop.at, at, modelAt), body: stop.body })))
    if (over) out.push({ at, body: this.gameBody(this.whole().ending, 'status', this.whole().note) })
    return out
  }

  /** The game as it stands. */
  entity(now: Millis): Game {
    const live = now > this.fate.startsAt && this.fate.kind !== 'cancelled'
    if (!live) return this.game(now, this.fate.kind === 'cancelled' && now > this.fate.at ? 'cancelled' : 'scheduled', this.shownStart(now))
    const timeline = this.whole()
    const over = now > this.fate.startsAt + timeline.endsAtMs
    return over ? this.game(now, timeline.ending, this.fate.startsAt, timeline.note) : this.game(now, 'live')
  }

  /** The game as a past result. */
  history(): { at: Millis; body: FactBody } {
    const timeline = this.timeline ?? timelineOf(this.seed, this.world, false)
    const { score, periods } = stateAt(timeline, Infinity)
    const ending = timeline.ending === 'ended' ? 'closed' : 'abandoned'
    const game = this.game(this.fate.startsAt, ending, this.fate.startsAt, timeline.note)
    return { at: this.fate.startsAt + timeline.endsAtMs, body: { t: 'history', game, score, periods } }
  }

  private catchUpLine(passed: Step, end: boolean): { at: Millis; body: FactBody }[] {
    if (passed.what === 'fate' && this.fate.kind === 'cancelled') {
      this.nextAt = Infinity
      return end ? [{ at: this.fate.at, body: this.gameBody('cancelled', 'cancelled') }] : []
    }
    this.nextAt = this.steps.timeOf(this.step)!
    const known = passed.at >= this.fate.at && this.fate.kind === 'moved'
    const startsAt = known ? this.fate.startsAt : this.fixture.startsAt
    // A head that has changed since carries the time of the change.
    const headAt = this.outs.findLast(({ at }) => at <= passed.at)?.at ?? this.publishAt
    return [
      { at: headAt, body: { t: 'game', game: this.game(passed.at, 'scheduled', startsAt), reason: 'new' } },
      { at: passed.at, body: this.opinion(passed) },
    ]
  }

  private plan(): Step[] {
    const c = this.fixture.championship
    const short = c.season === null && c.aheadMs <= 12 * HOUR
    const minutes = c.season !== null || c.cup ? LEAGUE_STEPS : short ? STREAM_STEPS : LANE_STEPS
    const start = this.fate.startsAt
    const steps: Step[] = [{ at: this.publishAt, what: 'publish', left: 1 }]
    const whole = (start - this.publishAt) / MINUTE
    const base = lot(`${this.ref}|steps`)
    minutes.forEach((left, i) => {
      // One lot a game spread by the golden ratio: games do not move all at once, and a calendar is planned quickly.
      const jittered = left * (0.9 + 0.1 * ((base + i * 0.618_034) % 1))
      const at = start - Math.round(jittered * 60) * 1000
      if (at > this.publishAt) steps.push({ at, what: 'opinion', left: jittered / whole })
    })
    for (const { at } of this.outs) steps.push({ at, what: 'out', left: (start - at) / MINUTE / whole })
    if (this.fate.kind !== 'plays') steps.push({ at: this.fate.at, what: 'fate', left: 0 })
    if (this.fate.kind !== 'cancelled') steps.push({ at: start, what: 'start', left: 0 })
    if (this.fate.kind !== 'plays' || this.outs.length > 0) steps.sort((a, b) => a.at - b.at)
    const end = this.fate.kind === 'cancelled' ? steps.findIndex((step) => step.what === 'fate') + 1 : steps.length
    return steps.slice(0, end)
  }

  /** How far the home side's logit is off at a step: N(0, 0.13) at the opening, nothing at the start. */
  private error(step: Step): number {
    if (step.what === 'start') return 0
    const opening = lotNormal(`${this.seed}|${this.ref}|opening`) * rates.movement.openingSd
    const left = Math.sqrt(Math.max(0, step.left))
    return opening * left + lotNormal(`${this.seed}|${this.ref}|${step.at}`) * rates.movement.stepSd * Math.min(1, left * 4)
  }

  private bodiesOf(step: Step): FactBody[] {
    switch (step.what) {
      case 'publish':
        return [{ t: 'game', game: this.game(step.at, 'scheduled', this.fixture.startsAt), reason: 'new' }, this.opinion(step)]
      case 'opinion':
        return [this.opinion(step)]
      case 'out':
        return [{ t: 'game', game: this.game(step.at, 'scheduled', this.fixture.startsAt), reason: 'other' }, this.opinion(step)]
      case 'fate':
        return [this.fate.kind === 'cancelled' ? this.gameBody('cancelled', 'cancelled') : this.gameBody('scheduled', 'time')]
      case 'start':
        return [this.said(this.model, step.at), this.gameBody('live', 'status')]
    }
  }

  private gameBody(status: GameStatus, reason: 'new' | 'time' | 'cancelled' | 'status', note?: Timeline['note']): FactBody {
    return { t: 'game', game: this.game(this.fate.startsAt, status, this.fate.startsAt, note), reason }
  }

  private game(now: Millis, status: GameStatus, startsAt = this.fate.startsAt, note?: Timeline['note']): Game {
    return gameEntity(this.fixture, this.world, { startsAt, status, note, about: this.about(now) })
  }

  private about(now: Millis): GameAbout | undefined {
    const { sources, race } = this.fixture
    if (race) return { of: [race.fixture.ref] }
    return sources ? { of: sources.map(({ ref }) => ref) } : raceAbout(this.seed, this.fixture, now)
  }

  /** The model as it is believed at a step. */
  private opinion(step: Step): FactBody {
    const model = withoutRunners(believed(this.base, this.world.variant, this.error(step)), this.outs, step.at)
    return this.said(model, step.at)
  }

  /** With the figures of players, who are known some days before the start. */
  private said(model: WorldModel, at: Millis): FactBody {
    return modelBody(this.ref, withPlayers(model, this.world.squads, this.world.sportId, this.fixture.startsAt - at))
  }

  private saidSince(item: Item): FactBody {
    Object.assign(this.moved, item.says)
    return this.said({ ...this.model, extra: { ...this.model.extra, ...this.moved } }, this.fate.startsAt + item.at)
  }

  private whole(): Timeline {
    this.timeline ??= timelineOf(this.seed, this.world)
    return this.timeline
  }

  private liveAt(): Millis {
    const timeline = this.whole()
    this.board ??= new Scoreboard(timeline)
    // Silent items are folded on the way: they change the picture, and are shown with the next fact.
    for (;;) {
      const item = timeline.items[this.board.next]
      if (!item) return Infinity
      if (item.kind !== 'silent' && item.kind !== 'rider') return this.fate.startsAt + item.at
      if (item.kind === 'rider') this.riders.push(incidentOf(this.ref, item))
      this.board.step()
    }
  }

  private takeLive(): FactBody[] {
    if (this.liveAt() === Infinity) return []
    const timeline = this.whole()
    const board = this.board!
    const item = board.step()!
    const bodies: FactBody[] = []
    if (item.kind === 'stop') bodies.push({ t: 'bet.stop', game: this.ref, groups: 'all', to: 'suspended', reason: item.reason ?? 'other' })
    else if (item.kind === 'model') bodies.push(this.saidSince(item))
    else {
      // Nobody listens to the state of a game that is over: what is put right after the end opens it again for that one word.
      if (this.ended) bodies.push(this.gameBody('live', 'status'))
      bodies.push(liveBody(board.state, [...this.riders.splice(0), incidentOf(this.ref, item)]))
      this.ended ||= item.type === 'match_end' || item.type === 'abandoned'
      if (this.ended) bodies.push(this.gameBody(timeline.ending, 'status', timeline.note))
    }
    this.nextAt = this.liveAt()
    return bodies
  }
}
