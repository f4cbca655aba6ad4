/**
 * Outcomes of which one wins at most. Bets of their own on several of them never pay together, so what a coupon of singles may
 * bring is the best of each such set, not their sum. Numbers are outcome types of the market book (`exclusion.test.ts` holds them
 * to it); what is in no set may win beside anything: double chances, runners placed, scorers.
 */
import { paramKey } from '#modules/line/rules/param.ts'

const typesOf = (sets: string): readonly number[][] => sets.split(' ').map((set) => set.split(',').map(Number))

/** Over and under of one line: on the line itself both stakes come back, or half of what is beside it in quarters (rules 3.1). */
const TOTALS = typesOf(
  [
    '9,10 3827,3828 11,12 13,14 7778,7779 7780,7781 971,972 3150,3151 2824,2825 1850,1851 1417,1416 1955,1956 1807,1806 1495,1496',
    '3457,3458 15235,15236 1419,1418 3486,3487 2627,2626 3768,3769',
  ].join(' '),
)

/** At one parameter, of one player where the market is about one. */
export const AT_ONE_PARAM = TOTALS.concat(
  typesOf(
    [
      '1,2,3 180,181 11273,11274 15,16,17,18,19,20,21,22,23',
      '669,668,667,666,665,673,671,672,670 182,183 755,757 766,767 388,389,390 1858,1859,4415 475,477,476 424,425,426',
      '739,741,743 749,751,753 763,764,765 188,189,190 478,479 1824,1825 504,505 506,507 508,509 510,511 516,517 200,205',
      '195,210 1808,1809 496,497 498,499 179,216 4850,4851 578,579,580 651,652,653 812,813 1197,1198 1189,1190,1191 2949,2950',
      '518,519 794,795 4722,4723 1506,1507 1691,1692 2172,2173,2174 1693,1694,1695 2175,2176,2177 1323,1324 1325,1326',
      '3574,3575,3576,3577,3578,3579,3580,3581,3582 759,761 745,746 1047,1049,1048 401,402 2457,2455,2454,2461,2459,2458',
      '1868,1869,1870 3653,3654,3655 1050,1051 4015,4016 4017,4018 4019,4020 4021,4022 11663,11665,11669,11670,11671',
      '13907,13908 13909,13910 58,59 3583,3585,3589,3591 540,541 50,51 1526,1527',
      '1517,1518 1521,1522 3604,3605,3606,3608,3607,3609 1973,1974,1975 3752,3753 2178,2180,2179',
      '3762,3765,3766,3763,3764,3767 2068,2069 2070,2071 2496,2497 2292,2293 3864,3865',
      '2609,2611,2613,2607,2610,2612,2614,2608 2605,2643,2606,2604 3820,3821,3822,3823 2991,2992 2596,2597',
      '2598,2599 2600,2601 3963,3964 2170,2171 4055,4056 1706,1707 3073,3074 1852,1853,1854 1357,1358',
      '1421,1420 835,836 1414,1415',
    ].join(' '),
  ),
)

/** Handicaps of the two sides: +1.5 of one is -1.5 of the other. */
export const AT_OPPOSITE_PARAMS = typesOf('7,8 3829,3830 732,733 5749,5750 2826,2827 3455,3456')

/** Whatever their parameters and players: a game has one score, one first scorer, one round in which it ends. */
export const AT_ANY_PARAM = typesOf('731,3786 8617,8618 833,2960 834,2961 2299,2301 1365,1366')

type Outcome = { gameId: number; type: number; param: number; playerId: number }

const CLASSES = new Map<number, (outcome: Outcome) => string>([
  ...AT_ONE_PARAM.flatMap((set) => set.map((type) => [type, (at: Outcome) => `${paramKey(at.param)}:${at.playerId}:${set[0]}`] as const)),
  ...AT_OPPOSITE_PARAMS.flatMap(([home = 0, away = 0]) => [
    [home, (at: Outcome) => `${paramKey(at.param)}:${home}`] as const,
    [away, (at: Outcome) => `${paramKey(-at.param)}:${home}`] as const,
  ]),
  ...AT_ANY_PARAM.flatMap((set) => set.map((type) => [type, () => String(set[0])] as const)),
])

/** Two outcomes of one class exclude each other; null: nothing is known to. */
export function exclusionClass(outcome: Outcome): string | null {
  const own = CLASSES.get(outcome.type)?.(outcome)
  return own === undefined ? null : `${outcome.gameId}:${own}`
}

const OVERS = new Set(TOTALS.map(([over]) => over))
const LINES = new Set([...TOTALS, ...AT_OPPOSITE_PARAMS].flat())

/** How an outcome ends when the count is the whole number that its line is, or stands beside; null: its line has none. */
export function onTheLine({ type, param }: Pick<Outcome, 'type' | 'param'>): 'VOID' | 'HALF_WIN' | 'HALF_LOSE' | null {
  const off = param - Math.round(param)
  if (!LINES.has(type) || Math.abs(off) === 0.5) return null
  if (off === 0) return 'VOID'
  return off > 0 === OVERS.has(type) ? 'HALF_LOSE' : 'HALF_WIN'
}
