/** Values of the world that are our own choice (feeds §5.4); the measured ones are in seed/world-rates.json. */
import { GREAT_LEAGUES, type WorldChampionship } from '../rules/catalogue.ts'
import type { Mishaps } from '../rules/fate.ts'
import type { Variant } from '../rules/types.ts'

export interface WorldSettings extends Mishaps {
  /** Bets on seasons and questions. */
  longTerm: boolean
  /** How long before their start games of the best-known leagues are published, and of the others, days. */
  aheadDays: number
  aheadDaysOther: number
  /** Results this many days back are told to a newcomer; 0 leaves them out (two seasons are 80,000 facts). */
  historyDays: number
  /** Longest step of virtual time taken at once when catching up, ms. */
  stepMs: number
  /** Further behind than this the world does not play through what it has missed, ms. */
  leapMs: number
  /** How often the running world looks at its clock, ms. */
  tickMs: number
  /** Facts handed over at once. */
  batch: number
}

export const DEFAULT_SETTINGS: WorldSettings = {
  worldMishaps: true,
  longTerm: true,
  aheadDays: 30,
  aheadDaysOther: 14,
  historyDays: 0,
  moved: 1 / 150,
  cancelled: 1 / 1000,
  stepMs: 60_000,
  leapMs: 20 * 60_000,
  tickMs: 250,
  batch: 250,
}

/** Leagues whose games are published first, besides those that play in summer: a line of every league a month ahead would be twice as long and no use to anybody. */
export const EARLY_LEAGUES: ReadonlySet<string> = new Set([
  ...GREAT_LEAGUES,
  'ua.ua1',
  'ar.ar1',
  'us.mls',
  'be.1',
  'gb-sct.sco1',
  'gr.gr1',
  'by.by1',
  'kz.kz1',
  'sa.sa1',
  'mx.mx1',
  'nhl',
  'khl',
  'nba',
  'euroleague',
  'vtb',
  'mlb',
  'nfl',
  'ipl',
])

/** No game of the kind lasts longer, minutes. Older starts need no look when the world begins. */
const LONGEST_MIN: Record<Variant, number> = {
  football: 130,
  'cyber-football': 13,
  'ice-hockey': 180,
  'cyber-hockey': 24,
  handball: 100,
  floorball: 140,
  futsal: 105,
  'beach-soccer': 75,
  'water-polo': 95,
  'field-hockey': 100,
  basketball: 130,
  'cyber-basketball': 28,
  afl: 170,
  rugby: 120,
  'american-football': 235,
  tennis: 260,
  badminton: 110,
  volleyball: 160,
  'beach-volleyball': 90,
  'table-tennis': 50,
  squash: 110,
  cricket: 240,
  baseball: 400,
  darts: 50,
  snooker: 200,
  esports: 170,
  moba: 170,
  duel: 0,
  chess: 210,
  boxing: 70,
  mma: 30,
  formula1: 95,
  horses: 6,
  greyhounds: 4,
  track: 0,
  draw: 0,
}

/** The same for a championship, by its own pace where it has one. */
export function longestMin(c: Pick<WorldChampionship, 'variant' | 'pace' | 'lane' | 'cup'>): number {
  if (c.cup) return CUP_LONGEST_MIN
  const { sec, pauseSec = 0, laps, lapSec } = c.pace ?? {}
  if (laps && lapSec) return Math.ceil((laps * lapSec) / 60) + 1
  if (sec) return Math.ceil(((c.lane?.bestOf || 1) * (sec[1] + pauseSec)) / 60) + 1
  return LONGEST_MIN[c.variant]
}
/** With extra time and penalties. */
const CUP_LONGEST_MIN = 190
/** A confirmed score may be put right this long after the end, minutes. */
export const CORRECTION_MIN = 15

/** Minutes before the start at which the opinion of a league game may move: the shares of feeds §10.1, thinned. */
export const LEAGUE_STEPS = [
  30_240, 20_160, 14_400, 10_080, 7200, 5040, 3600, 2520, 1800, 1440, 1140, 900, 720, 630, 540, 470, 410, 360, 300, 250, 210, 180, 150, 125,
  100, 80, 60, 50, 40, 32, 25, 18, 12, 7, 3,
]
export const LANE_STEPS = [2880, 1440, 720, 360, 180, 90, 40, 15]
export const STREAM_STEPS = [45]
