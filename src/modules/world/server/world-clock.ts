/**
 * The clock of the world and of the replay: the product's, made faster by a trader. It never runs back, after a restart neither: a world
 * that told of an earlier minute would take back results that are paid.
 */
import type { Clock, Millis } from '#lib/time.ts'
import { type Pace, worldTime } from '../rules/pace.ts'

export type KeptPace = Omit<Pace, 'speed'>

/** Where the world may have been when the process ended. */
export interface PaceStore {
  load(): Promise<KeptPace | null>
  keep(pace: KeptPace): Promise<void>
}

/** So much is kept ahead, ms of the product: one write for all that is told meanwhile. A restart leaps over what was not. */
const KEPT_AHEAD_MS = 2000

const TOGETHER: Pace = { from: 0, at: 0, speed: 1 }

export class WorldClock {
  private readonly clock: Clock
  private readonly store: PaceStore | undefined
  private pace = TOGETHER
  private kept = TOGETHER
  /** How far the world was before the product when it told something last. */
  private aheadMs: Millis = 0
  /** What happened until then an earlier process may have told. */
  private begun: Millis = 0

  constructor(clock: Clock, store?: PaceStore) {
    this.clock = clock
    this.store = store
  }

  now(): Millis {
    return worldTime(this.pace, this.clock.now())
  }

  /** From a cursor, else from where it may have been. */
  async start(at?: Millis): Promise<void> {
    const kept = await this.store?.load()
    if (kept) this.kept = { ...kept, speed: 1 }
    const now = this.clock.now()
    this.pace = { from: now, at: at ?? Math.max(this.now(), worldTime(this.kept, now)), speed: this.pace.speed }
    this.begun = this.pace.at
    this.stand(this.begun)
  }

  setSpeed(speed: number): void {
    this.pace = { from: this.clock.now(), at: this.now(), speed }
  }

  /** Before what happens until `at` is told. */
  async reach(at: Millis): Promise<void> {
    const now = this.clock.now()
    if (at <= worldTime(this.kept, now)) return
    const pace = { from: now, at: at + KEPT_AHEAD_MS * this.pace.speed }
    await this.store?.keep(pace)
    this.kept = { ...pace, speed: 1 }
  }

  /** All that happens until `at` is told. */
  stand(at: Millis): void {
    this.aheadMs = Math.max(0, at - this.clock.now())
  }

  /**
   * The product's time of what happened `at`. A world that is ahead tells it as of now: the house knows no facts of the
   * future. What is told again, of all that happened until `told`, is as old as it was, or the start of a game would
   * come after its end.
   */
  stamp(at: Millis, told: Millis): Millis {
    return Math.min(this.clock.now(), at <= Math.max(told, this.begun) ? at - this.aheadMs : at)
  }
}
