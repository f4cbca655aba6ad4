/** Who bats and who bowls in an innings of T20: the order of the side, the strike, and bowlers who change with the over. */
import type { Ref } from '#modules/feeds/rules/fact.ts'
import type { Random } from '#lib/random.ts'
import type { Squad } from './players.ts'

/** A bowler has a fifth of the overs at most, and never two in a row. */
const MOST_OVERS = 4

export interface Ball {
  striker: Ref
  bowler: Ref
}

export class Crease {
  private readonly batting: readonly Ref[]
  private readonly bowling: Squad
  private readonly random: Random
  private readonly overs: number[]
  private striker = 0
  private partner = 1
  private next = 2
  private bowler = -1

  constructor(batting: Squad, bowling: Squad, random: Random) {
    this.batting = batting.players
    this.bowling = bowling
    this.random = random
    this.overs = bowling.players.map(() => 0)
  }

  startOver(): void {
    const weights = this.bowling.other.map((share, n) => (n === this.bowler || this.overs[n]! >= MOST_OVERS ? 0 : share))
    this.bowler = this.random.pick(weights)
    this.overs[this.bowler]!++
  }

  /** Who faces the ball, and who bowls it. */
  ball(): Ball {
    return { striker: this.batting[this.striker]!, bowler: this.bowling.players[this.bowler]! }
  }

  ran(runs: number): void {
    if (runs % 2 === 1) this.swap()
  }

  endOver(): void {
    this.swap()
  }

  out(): void {
    this.striker = this.next
    this.next++
  }

  private swap(): void {
    const { striker } = this
    this.striker = this.partner
    this.partner = striker
  }
}
