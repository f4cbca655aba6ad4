/**
 * Games with long keys (wire 4.10–4.12), made from the rows of the feeds: both shapes always say the same.
 * What is empty is left out, except the fields of wire rule 8.
 */
import type { Book, BookGame } from '#modules/line/rules/book.ts'
import { globalChampionshipId } from '#modules/line/rules/global-championship.ts'
import { partName, phaseName } from '#modules/line/rules/part-names.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import type { WireRow } from '#modules/line/rules/wire/game.ts'
import type { WireGroup, WireOutcome } from '#modules/line/rules/wire/outcome.ts'
import type { WireScore } from '#modules/line/rules/wire/score.ts'
import { outcomeParams } from './outcome-params.ts'

export type V3Row = Record<string, unknown>

/** A row of the feeds (list, card or sub-game card) without its outcomes. */
export function v3Game(row: WireRow, game: BookGame, { championships }: Book): V3Row {
  const { TG, PN, V } = row as { TG: string; PN: string; V?: string }
  const fullName = [PN, V].filter(Boolean).join('. ')
  const live = row['SC'] as WireScore | undefined
  const championship = championships.get(game.championshipId)
  return compact({
    id: row['I'],
    constId: row['CI'],
    mainGameId: row['MG'] ?? row['I'],
    mainConstId: row['CMG'] ?? row['CI'],
    num: row['N'],
    kind: row['KI'],
    startTs: row['S'],
    updateTs: row['U'],
    sport: compact({ id: row['SI'], name: row['SN'], nameEng: row['SE'], timeName: row['TN'], timesName: row['TNS'] }),
    liga: compact({ id: row['LI'], name: row['L'], cyberType: cyberType(game) }),
    opponent1: opponent(row, '1'),
    opponent2: opponent(row, '2'),
    fullName: fullName || undefined,
    gameTypeName: TG,
    gameVidName: V || undefined,
    period: row['P'],
    periodName: PN,
    dopInfo: row['DI'] || undefined,
    countryId: row['COI'],
    globalChampId: championship && globalChampionshipId(championship),
    zonePlay: row['ZP'],
    scores: live && v3Scores(live, game),
    hasHeadToHead: row['HHTHS'],
    subscriptionAvailable: game.type === 'match' && game.liveCoverage ? true : undefined,
    isFavoriteAvailable: true,
  })
}

function cyberType({ sportId }: BookGame): number | undefined {
  const { cyber, virtual } = sportInfo(sportId)
  return virtual ? 2 : cyber ? 1 : undefined
}

function opponent(row: WireRow, no: '1' | '2'): V3Row | undefined {
  const fullName = row[`O${no}`] as string | undefined
  if (!fullName) return undefined
  const id = row[`O${no}I`]
  return compact({
    fullName,
    nameEng: row[`O${no}E`],
    countryId: row[`O${no}C`],
    opps: id === undefined ? undefined : [{ id, name: fullName }],
  })
}

export function v3Outcome(outcome: WireOutcome, inGroup: boolean): V3Row {
  const params = outcomeParams(outcome.T, outcome.P ?? 0)
  return compact({
    groupId: inGroup ? undefined : outcome.G,
    shortGroupId: inGroup ? undefined : outcome.GS,
    type: outcome.T,
    parameter: outcome.P,
    cf: outcome.C,
    cfView: outcome.CV,
    isCenter: outcome.CE ? true : undefined,
    blocked: outcome.B,
    eventParams: params && { params },
    player: outcome.PL && { id: outcome.PL.I, name: outcome.PL.N },
  })
}

export function v3Groups(groups: readonly WireGroup[]): V3Row[] {
  return groups.map(({ G, GS, E }) => ({
    groupId: G,
    shortGroupId: GS,
    events: E.map((column) => column.map((outcome) => v3Outcome(outcome, true))),
  }))
}

const IN_PLAY = 1
const BREAK = 2
const OVER = 3
const INTERRUPTED = 4

/** A race that runs, extra time and a shoot-out are no part of the game with a number, and no break either. */
function stateOf({ live, sportId, status }: BookGame): number {
  if (status === 'interrupted' || status === 'suspended') return INTERRUPTED
  const phase = live && phaseName(live.phase, sportId)
  if (phase?.kind !== 'state') return IN_PLAY
  return { state_break: BREAK, state_over: OVER, state_interrupted: INTERRUPTED }[phase.key] ?? IN_PLAY
}

export function v3Scores(score: WireScore, game: BookGame): V3Row {
  const [first, second] = [score.FS.S1 ?? 0, score.FS.S2 ?? 0]
  const periods = score.PS.map(({ Key, Value }) =>
    compact({ period: Key, scoreOpp1: Value.S1, scoreOpp2: Value.S2, periodNameFull: Value.NF }),
  )
  const current = score.PS.find(({ Key }) => Key === score.CP)?.Value
  const state = stateOf(game)
  return compact({
    fullScore: `${first}-${second}`,
    fullScoreDetail: { scoreOpp1: first, scoreOpp2: second },
    periodScores: periods,
    periodScoresStr: score.PS.map(({ Value }) => `${Value.S1 ?? 0}-${Value.S2 ?? 0}`).join(',') || undefined,
    currentPeriod: score.CP,
    currentPeriodName: score.CPS,
    ...(current ? { scoreOpp1: current.S1 ?? 0, scoreOpp2: current.S2 ?? 0 } : {}),
    subScore: score.SS && compact({ opponent1: score.SS.S1, opponent2: score.SS.S2 }),
    serve: score.P,
    timer: { timeSec: score.TS ?? 0, timeDirection: score.TS === undefined ? 0 : 1, timeRun: score.TS !== undefined && score.TR !== -1 },
    tabloStats: score.ST && { '0': score.ST[0]!.Value.map(({ ID, N, S1, S2 }) => ({ id: ID, s1: S1, s2: S2, name: N ?? '' })) },
    info: score.I || undefined,
    statusLineStr: score.SLS,
    isBreak: state === BREAK || undefined,
    gameStatus: state,
    hasCourseOfPlay: game.incidents.length > 0 || undefined,
  })
}

/** Parts of a game by their own card: short games inside gameInfo. */
export function v3SubGame(sub: WireRow, game: BookGame, main: V3Row): V3Row {
  const { period, type } = partName(String(sub['part']), game.sportId)
  return compact({
    id: sub['I'],
    constId: sub['CI'],
    mainGameId: main['id'],
    mainConstId: main['constId'],
    num: sub['N'],
    kind: main['kind'],
    startTs: main['startTs'],
    fullName: [sub['PN'], sub['V']].filter(Boolean).join('. ') || undefined,
    gameTypeName: type ? sub['TG'] : '',
    period: sub['P'],
    periodName: period ? sub['PN'] : '',
    eventsCount: sub['EC'],
  })
}

/** Leaves out what is undefined, so that a test of the object sees what the text holds. */
export function compact(row: V3Row): V3Row {
  const kept: V3Row = {}
  for (const key in row) if (row[key] !== undefined) kept[key] = row[key]
  return kept
}
