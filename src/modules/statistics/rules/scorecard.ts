/** Cricket by its balls: what each batter made and each bowler gave away. */
import type { Incident } from '#modules/feeds/rules/fact.ts'

export interface CricketFigures {
  playerId: number
  /** Of the game: 1 home, 2 away. */
  side: 1 | 2
  /** Place in the order in which the side came in to bat and was given the ball; 0: did neither. */
  batNo: number
  bowlNo: number
  runs: number
  balls: number
  fours: number
  sixes: number
  /** How he was out; empty while he is not. */
  how: string
  /** Who took the wicket; 0 for nobody. */
  outBy: number
  bowled: number
  conceded: number
  wickets: number
}

/** A bowler is not credited with these. */
const NOBODYS: ReadonlySet<string> = new Set(['run_out'])

export interface NamedBall {
  incident: Pick<Incident, 'seq' | 'type' | 'side' | 'detail' | 'retracts'>
  batterId: number | null
  bowlerId: number | null
}

const isBall = ({ incident }: NamedBall) => incident.type === 'ball' || incident.type === 'wicket'

/** In the order of the incidents; what was taken back or told twice counts once or not at all. */
export function cricketFigures(list: readonly NamedBall[]): CricketFigures[] {
  const retracted = new Set(list.flatMap(({ incident: { retracts } }) => (retracts === undefined ? [] : [retracts])))
  const balls = [...new Map(list.filter(isBall).map((one) => [one.incident.seq, one])).values()].filter(
    ({ incident }) => !retracted.has(incident.seq),
  )
  const all = new Map<number, CricketFigures>()
  const came = { 1: { bat: 0, bowl: 0 }, 2: { bat: 0, bowl: 0 } }
  const figuresOf = (playerId: number, side: 1 | 2): CricketFigures => {
    let known = all.get(playerId)
    if (!known) all.set(playerId, (known = nothingYet(playerId, side)))
    return known
  }
  for (const { incident, batterId, bowlerId } of balls) {
    const batting = incident.side === 'home' ? 1 : 2
    if (batterId !== null) {
      const batter = figuresOf(batterId, batting)
      batter.batNo ||= ++came[batting].bat
      addBat(batter, incident, bowlerId)
    }
    if (bowlerId !== null) {
      const bowling = batting === 1 ? 2 : 1
      const bowler = figuresOf(bowlerId, bowling)
      bowler.bowlNo ||= ++came[bowling].bowl
      addBowl(bowler, incident)
    }
  }
  return [...all.values()]
}

function nothingYet(playerId: number, side: 1 | 2): CricketFigures {
  const none = { batNo: 0, bowlNo: 0, runs: 0, balls: 0, fours: 0, sixes: 0, how: '', outBy: 0, bowled: 0, conceded: 0, wickets: 0 }
  return { playerId, side, ...none }
}

type BallOf = NamedBall['incident']

const isExtra = ({ detail }: BallOf) => Number(detail?.['extras'] ?? 0) > 0
/** A wide and a no-ball are no balls of the over. */
const counts = ({ detail }: BallOf) => detail?.['counts'] !== false

function addBat(batter: CricketFigures, ball: BallOf, bowlerId: number | null): void {
  const runs = isExtra(ball) ? 0 : Number(ball.detail?.['runs'] ?? 0)
  batter.runs += runs
  if (counts(ball)) batter.balls++
  if (runs === 4) batter.fours++
  if (runs === 6) batter.sixes++
  if (ball.type !== 'wicket') return
  const how = String(ball.detail?.['how'] ?? 'other')
  batter.how = how
  batter.outBy = NOBODYS.has(how) ? 0 : (bowlerId ?? 0)
}

function addBowl(bowler: CricketFigures, ball: BallOf): void {
  if (counts(ball)) bowler.bowled++
  // Byes are the keeper's, not the bowler's.
  if (!isExtra(ball) || !counts(ball)) bowler.conceded += Number(ball.detail?.['runs'] ?? 0)
  if (ball.type === 'wicket' && !NOBODYS.has(String(ball.detail?.['how']))) bowler.wickets++
}

/** Overs as they are written: whole ones, and the balls of the one that is not full. */
export function oversText(balls: number): string {
  return `${Math.floor(balls / 6)}.${balls % 6}`
}
