/**
 * The coupon of this page: the reducer's state, and everything it cannot do itself: calls, timers, storage, tabs.
 * A bet's betGUID is stored before the first call; while its fate is unknown it is sent again with the same one, and
 * after a while, another sign-in or a reload only asked for: a press places what the player sees now, not a day later.
 */
import { minorFromWire } from '#lib/money.ts'
import { withDecimalSign } from '#lib/number-format.ts'
import {
  currentJob,
  EMPTY_COUPON,
  inFlight,
  isSameGame,
  kindOf,
  legsRange,
  plannedBets,
  questionOf,
  quoteOf,
  reduce,
  refusalKind,
  stakeText,
  storedIdentity,
  storedOf,
  totals,
  type BetJob,
  type Coupon,
  type CouponAction,
  type Draft,
  type RequestParts,
  type Stored,
} from '../rules/state/index.ts'
import type { CouponCalls } from './calls.ts'

export const CHECK_QUIET_MS = 250
const CHECK_EVERY_MS = 10_000
/** A bet whose fate is unknown is asked for; once it may not be sent again, with growing pauses. */
const ASK_EVERY_MS = 2_000
const LAST_ASK_MS = 15_000
/** How long after its press a bet may still be sent. */
export const SEND_MS = 30_000
/** A tab that follows another one takes over when it has heard nothing for so long. */
const TAKE_OVER_MS = 12_000

export interface StoreHost {
  calls: CouponCalls
  now(): number
  /** 24 hex digits. */
  guid(): string
  save(stored: Stored): Promise<void>
  tell(stored: Stored): void
  /** Does the work unless a bet of another tab is on its way just now; false when one is, and nothing was done. */
  exclusively?(work: () => Promise<void>): Promise<boolean>
  /** After something that may have moved the balance. */
  refreshSession(): void
  /** Whether nobody sees the page: then its prices are not asked for. */
  hidden?(): boolean
  /** Outcomes that came or went with a change, for the prices of the line. */
  shown(keys: readonly string[], coupon: Coupon): void
  /** Before and after every change: announcements, analytics, the list of last bets. */
  changed(before: Coupon, after: Coupon, action: CouponAction): void
}

const CODES_THAT_NEED_A_LOOK: ReadonlySet<number> = new Set([104, 109, 129, 130, 131, 133, 135, 148, 158150, 161627, 900031, 900051])

export class CouponStore {
  #page: RequestParts = { lng: 'ru', partner: 1, cfView: 0, oneClick: false }
  readonly #host: StoreHost
  #coupon: Coupon = EMPTY_COUPON
  readonly #listeners = new Set<() => void>()
  #checkTimer: ReturnType<typeof setTimeout> | undefined
  #flowTimer: ReturnType<typeof setTimeout> | undefined
  #saved: Promise<void> = Promise.resolve()
  #savedIdentity = ''
  #calling: string | null = null
  /** The turn that this tab has taken last among the tabs of the browser. */
  #turn: Promise<void> = Promise.resolve()
  #checks = 0
  #follows = false
  /** The bet that the server may have heard of. */
  #sent: string | null = null
  /** How often it was only asked for. */
  #asks = 0
  /** Until when it may be sent again. */
  #sendUntil = 0
  /** What another tab told while this one was calling. */
  #heard: Stored | null = null
  /** Legs whose names were asked for last, and in which language. */
  #renamed = ''

  constructor(host: StoreHost) {
    this.#host = host
  }

  /** What every call says of the page. */
  get page(): RequestParts {
    return this.#page
  }

  setPage(part: Partial<RequestParts>): void {
    this.#page = { ...this.#page, ...part }
  }

  readonly get = (): Coupon => this.#coupon

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  dispatch(action: CouponAction): void {
    if (action.do === 'follow' && this.#calling !== null) {
      this.#heard = action.stored
      return
    }
    const before = this.#coupon
    const after = reduce(before, action)
    if (after === before) return
    this.#coupon = after
    if (before.session.playerId !== after.session.playerId) this.#sendUntil = 0
    this.#follows = action.do === 'follow' ? inFlight(after.flow) : this.#follows && action.do !== 'send'
    this.#host.shown(changedKeys(before, after), after)
    for (const listener of this.#listeners) listener()
    this.#keep(action, before)
    this.#host.changed(before, after, action)
    this.#rename()
    if (asksForLimits(before, after) || lacksMoney(before, after)) this.checkSoon()
    if (before.flow !== after.flow || before.session !== after.session)
      this.#drive(action.do === 'load' || action.do === 'session' ? 0 : ASK_EVERY_MS)
  }

  /** A sum as the text of a stake field, with the decimal sign of the page's language. */
  textOf(minor: bigint): string {
    return withDecimalSign(stakeText(minor, this.#coupon.setup.currency.exponent), this.#page.lng)
  }

  /** Places what is planned; presses during a submission do nothing. */
  send(approved: boolean): void {
    const guids = plannedBets(this.#coupon).map(() => this.#host.guid())
    this.dispatch({ do: 'send', guids, approved, request: this.#page })
  }

  /** The network is back, or the player is: prices are asked for, and the bet whose fate is unknown. */
  reconnected(): void {
    this.#asks = 0
    this.#renamed = ''
    this.#rename()
    this.checkSoon()
    this.#drive(0)
  }

  checkSoon(delayMs = CHECK_QUIET_MS): void {
    clearTimeout(this.#checkTimer)
    this.#checkTimer = setTimeout(() => void this.check(), delayMs)
  }

  #forgetCheck(): void {
    clearTimeout(this.#checkTimer)
    this.#checkTimer = undefined
  }

  /** Prices the coupon now. A failure leaves the numbers as they are; the next turn asks again. */
  async check(): Promise<void> {
    this.#forgetCheck()
    const { legs, setup, flow } = this.#coupon
    const { min, max } = legsRange(kindOf(this.#coupon), setup)
    // What the kind cannot be made of would only be refused.
    if (legs.length < min || legs.length > max || flow.at === 'placed' || this.#host.hidden?.()) return
    const turn = (this.#checks += 1)
    const asked = this.#coupon
    this.dispatch({ do: 'checkBegins' })
    try {
      const found = await this.#host.calls.check(asked, this.#page)
      const fits = sameQuestion(asked, this.#coupon)
      if (turn === this.#checks) this.dispatch(fits ? { do: 'checked', ...found } : { do: 'checked', legs: [], limits: {} })
      if (turn === this.#checks && fits) await this.#askAdvance()
    } catch {
      if (turn === this.#checks) this.dispatch({ do: 'checked', legs: [], limits: {} })
    }
    // A change while the answer was on its way has asked for the next turn already, and sooner.
    if (turn === this.#checks && this.#checkTimer === undefined && this.#listeners.size > 0) this.checkSoon(CHECK_EVERY_MS)
  }

  /** What an advance could add is only asked for when money is missing and the server says that there may be one. */
  async #askAdvance(): Promise<void> {
    const coupon = this.#coupon
    const { balanceMinor } = coupon.session
    if (!quoteOf(coupon)?.advance || !coupon.setup.options.has('advance') || balanceMinor === null) return
    if (totals(coupon).ownMinor <= balanceMinor && !coupon.options.advance) return
    const sum = await this.#host.calls.advance(coupon, this.#page).catch(() => 0)
    if (questionOf(coupon) === questionOf(this.#coupon))
      this.dispatch({ do: 'advance', minor: minorFromWire(sum, coupon.setup.currency.exponent) ?? 0n })
  }

  /** Ends timers; the state stays. */
  stop(): void {
    this.#forgetCheck()
    clearTimeout(this.#flowTimer)
  }

  #keep(action: CouponAction, before: Coupon): void {
    const coupon = this.#coupon
    if (!coupon.loaded) return
    const stored = storedOf(coupon)
    const identity = storedIdentity(stored)
    if (identity === this.#savedIdentity) return
    this.#savedIdentity = identity
    // What came from the storage or from another tab stands there already; what was chosen before the storage was read does not.
    if (action.do === 'follow' || action.do === 'yield' || (action.do === 'load' && before.legs.length === 0)) return
    this.#saved = this.#host.save(stored)
    this.#host.tell(stored)
  }

  /** Legs that were chosen while the page spoke another language get their names in the one of now; asked once for each set of them. */
  #rename(): void {
    const { legs, setup, loaded } = this.#coupon
    const { lng } = setup
    const strange = legs.filter((leg) => leg.lng !== lng)
    const asked = [lng, ...strange.map((leg) => leg.key)].join()
    if (!loaded || strange.length === 0 || asked === this.#renamed) return
    this.#renamed = asked
    this.#host.calls.names(strange, { ...this.#page, lng }).then(
      (names) => this.dispatch({ do: 'named', lng, names }),
      // The old names stay; with the network back they are asked for again.
      () => {},
    )
  }

  #drive(askDelayMs: number): void {
    clearTimeout(this.#flowTimer)
    const { flow, session } = this.#coupon
    const job = currentJob(flow)
    if (!job || this.#calling === job.guid) return
    if (this.#follows) {
      this.#flowTimer = setTimeout(() => {
        this.#follows = false
        this.#drive(0)
      }, TAKE_OVER_MS)
      return
    }
    if (flow.at === 'sending') void this.#ask(job)
    else if (flow.at === 'waiting')
      this.#flowTimer = setTimeout(() => this.dispatch({ do: 'repeat', guid: job.guid }), Math.max(0, flow.untilMs - this.#host.now()))
    else if (session.playerId === job.playerId) this.#flowTimer = setTimeout(() => void this.#ask(job), askDelayMs)
  }

  async #ask(job: BetJob): Promise<void> {
    if (this.#calling !== null) return
    this.#calling = job.guid
    this.#heard = null
    // The key must outlive the page before the server may hear of it.
    await this.#saved
    // Two tabs pressed within a moment have not heard of each other yet: the first one places, the other one follows it.
    const { exclusively } = this.#host
    if (!exclusively || !this.#isUnheardOf(job)) return this.#place(job)
    await this.#turn
    this.#turn = this.#inTurn(job, exclusively).catch(() => {})
    return this.#turn
  }

  /** The turn of this tab ends when nothing of it is on its way and the others have been told. */
  async #inTurn(job: BetJob, exclusively: NonNullable<StoreHost['exclusively']>): Promise<void> {
    let isDone = false
    await exclusively(async () => {
      // Another tab has placed the coupon between the press and the turn.
      if (this.#heard && this.#heard.legs.length + this.#heard.jobs.length === 0) return
      isDone = true
      await this.#place(job)
      await this.#landed()
      await this.#saved
    })
    if (isDone) return
    this.#calling = null
    const told = this.#heard
    this.dispatch({ do: 'yield' })
    if (told) this.dispatch({ do: 'follow', stored: told })
  }

  /** Waits while a bet of this tab has no answer yet. */
  async #landed(): Promise<void> {
    while (inFlight(this.#coupon.flow))
      await new Promise<void>((changed) => {
        const leave = this.listen(() => {
          leave()
          changed()
        })
      })
  }

  /** Nothing of this submission has left the page yet. */
  #isUnheardOf(job: BetJob): boolean {
    const { flow } = this.#coupon
    return flow.at === 'sending' && this.#sent !== job.guid && flow.jobs.every(({ outcome, uncertain }) => outcome === null && !uncertain)
  }

  async #place(job: BetJob): Promise<void> {
    const { guid } = job
    if (!job.uncertain && this.#sent !== guid) this.#sendUntil = this.#host.now() + SEND_MS
    this.#sent = guid
    // A call that waits for the player's password takes as long as he does: the tabs that follow hear that it is on its way.
    const beat = setInterval(() => this.#host.tell(storedOf(this.#coupon)), TAKE_OVER_MS / 3)
    const onlyKnown = this.#host.now() >= this.#sendUntil
    this.#asks = onlyKnown ? this.#asks + 1 : 0
    // Who has just proven himself has pressed anew: the time that he took to type is none of the bet's.
    const proven = () => {
      if (!onlyKnown && this.#sendUntil > 0) this.#sendUntil = this.#host.now() + SEND_MS
    }
    const answer = await this.#host.calls.place(job, onlyKnown, proven).finally(() => clearInterval(beat))
    // Who has closed the question for his password is not asked it again by himself: the bet is only asked for.
    if (answer.kind === 'refused' && refusalKind(answer.code) === 'proof') this.#sendUntil = 0
    if (answer.kind === 'refused' && CODES_THAT_NEED_A_LOOK.has(answer.code)) await this.check()
    this.#calling = null
    const before = this.#coupon
    this.dispatch({ do: 'answer', guid, answer, nowMs: this.#host.now(), spareGuid: this.#host.guid() })
    // A bid holds its money from the moment it is taken.
    if (answer.kind === 'placed' || answer.kind === 'ordered' || answer.kind === 'refused') this.#host.refreshSession()
    // An answer that changed nothing (still unknown) is asked for again.
    if (this.#coupon === before || this.#coupon.flow.at === 'unknown') this.#drive(Math.min(LAST_ASK_MS, ASK_EVERY_MS * 1.2 ** this.#asks))
  }
}

/** Outcomes whose mark in the line may be another one: those of this coupon, and those of the other tabs. */
function changedKeys(before: Coupon, after: Coupon): string[] {
  if (before.legs === after.legs && before.before === after.before && before.after === after.after) return []
  const was = marksOf(before)
  const now = marksOf(after)
  return [...new Set([...was.keys(), ...now.keys()])].filter((key) => was.get(key) !== now.get(key))
}

function marksOf(coupon: Coupon): Map<string, 'selected' | 'elsewhere'> {
  const marks = new Map<string, 'selected' | 'elsewhere'>()
  const mark = ({ legs }: Pick<Draft, 'legs'>, as: 'selected' | 'elsewhere') => legs.forEach((leg) => marks.set(leg.key, as))
  for (const draft of [...coupon.before, ...coupon.after]) mark(draft, 'elsewhere')
  mark(coupon, 'selected')
  return marks
}

function sameQuestion(asked: Coupon, now: Coupon): boolean {
  return questionOf(asked) === questionOf(now)
}

/** The stake has just grown above the balance, and an advance may help: the next turn of the clock would be late. */
function lacksMoney(before: Coupon, after: Coupon): boolean {
  const { balanceMinor } = after.session
  if (before.stake === after.stake || after.advanceMinor !== null || balanceMinor === null) return false
  const { ownMinor } = totals(after)
  if (ownMinor <= balanceMinor || !after.setup.options.has('advance')) return false
  // "No" was the answer to a larger sum: a smaller one may be within reach.
  return (quoteOf(after)?.advance ?? false) || ownMinor < totals(before).ownMinor
}

function asksForLimits(before: Coupon, after: Coupon): boolean {
  if (after.legs.length === 0 || inFlight(after.flow)) return false
  // The server alone knows the price of outcomes of one game, and of a bet that is changed: it moves with those of the legs.
  const isQuoted = isSameGame(after) || after.sale !== null
  if (isQuoted && before.legs !== after.legs && after.legs.some((leg, i) => leg.price !== before.legs[i]?.price)) return true
  // Reasons come in the language of the page.
  if (before.setup.lng !== after.setup.lng) return true
  return !sameQuestion(before, after) || before.session.playerId !== after.session.playerId
}
