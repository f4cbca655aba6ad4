/** Recorded events → steps in the vocabulary of the simulated world, sport by sport. */
import { Board, type Pair, type RecordedEvent, type Recording, seconds, type Side, sideOf, type Step } from './recording.ts'

export function stepsOf(recording: Recording): Step[] {
  const board = new Board()
  switch (recording.sport) {
    case 'football':
      football(board, recording)
      break
    case 'ice_hockey':
      hockey(board, recording)
      break
    case 'basketball':
      basketball(board, recording)
      break
    case 'badminton':
    case 'volleyball':
      sets(board, recording)
      break
    case 'cricket':
      cricket(board, recording)
      break
    case 'baseball':
      baseball(board, recording)
      break
    default:
      return []
  }
  board.phase = 'ended'
  board.clockRuns = false
  board.step(Math.max(recording.length_s, (board.steps.at(-1)?.atMs ?? 0) / 1000), 'match_end')
  return board.steps
}

const FOOTBALL_PERIODS = ['h1', 'h2', 'et1', 'et2', 'so']
const FOOTBALL_STARTS = [0, 2700, 5400, 6300, 7200]
/** Counted in the picture, too many to be facts. */
const SILENT: Record<string, string> = {
  foul: 'fouls',
  offside: 'offsides',
  throw_in: 'throw_ins',
  goal_kick: 'goal_kicks',
  free_kick: 'free_kicks',
}

/** What a source counts that tells corners. */
const COUNTED = ['corners', 'yellow', 'red', 'shots', 'shots_on']

/** A count of nothing is told at the kick-off: one that nobody has told yet is neither priced nor graded. */
function countFromZero(board: Board, events: readonly RecordedEvent[]): void {
  const told = events.some(({ type }) => type === 'corner') ? COUNTED : []
  const silent = events.some(({ type }) => SILENT[type]) ? Object.values(SILENT) : []
  for (const stat of [...told, ...silent]) board.stats[stat] = [0, 0]
}

function football(board: Board, { events }: Recording): void {
  countFromZero(board, events)
  for (const event of events) {
    const side = sideOf(event.side)
    const p = event.p ?? 1
    if (event.clock) board.clockSec = seconds(event.clock)
    const silent = SILENT[event.type]
    if (silent) {
      // Bets are on ninety minutes, and nothing tells of these one by one what came after.
      if (p <= 2) board.add(silent, side)
      continue
    }
    const detail = event.player ? { player: event.player } : {}
    switch (event.type) {
      case 'period_start':
        board.open(FOOTBALL_PERIODS[p - 1] ?? 'so')
        board.clockSec = Math.max(board.clockSec, FOOTBALL_STARTS[p - 1] ?? 7200)
        board.clockRuns = p < 5
        board.step(event.t, 'period_start', undefined, { period: board.phase })
        break
      case 'period_end':
        board.phase = p === 1 ? 'ht' : 'brk'
        board.clockRuns = false
        board.step(event.t, 'period_end', undefined, { period: FOOTBALL_PERIODS[p - 1] ?? 'so' })
        break
      case 'goal':
        footballGoal(board, event, side, detail)
        break
      case 'shot':
        board.add('shots', side)
        if (event.on_target) board.add('shots_on', side)
        board.step(event.t, 'shot', side, { ...detail, onTarget: event.on_target === true })
        break
      case 'corner':
        board.add('corners', side)
        board.step(event.t, 'corner', side)
        break
      case 'yellow_card':
        board.add('yellow', side)
        board.step(event.t, 'yellow_card', side, detail)
        break
      case 'red_card':
      case 'second_yellow':
        board.add('red', side)
        board.step(event.t, 'red_card', side, { ...detail, ...(event.type === 'second_yellow' ? { second: true } : {}) })
        break
      case 'substitution':
        board.add('substitutions', side)
        board.step(event.t, 'substitution', side, detail)
        break
      case 'penalty_awarded':
        board.add('penalties', side)
        board.step(event.t, event.type, side, detail)
        break
      case 'penalty_missed':
      case 'shootout_penalty':
        board.step(event.t, event.type, side, detail)
        break
      default:
        break
    }
  }
}

function footballGoal(board: Board, event: RecordedEvent, side: Side | undefined, detail: Record<string, unknown>): void {
  if (!event.score) return
  board.setScore(event.score)
  const how = event.how === 'penalty' || event.how === 'own_goal' ? event.how : 'normal'
  if (how !== 'own_goal') {
    board.add('shots', side)
    board.add('shots_on', side)
  }
  board.step(event.t, 'goal', side, {
    ...detail,
    how,
    score: [...event.score],
    minute: String(event.m ?? Math.floor(board.clockSec / 60) + 1),
    no: event.score[0] + event.score[1],
  })
}

function hockey(board: Board, { events, final }: Recording): void {
  const codes = ['p1', 'p2', 'p3', 'ot', 'so']
  for (const event of events) {
    const p = event.p ?? 1
    const side = sideOf(event.side)
    board.clockSec = (Math.min(p, 4) - 1) * 1200 + seconds(event.clock)
    if (event.type === 'period_start') {
      board.open(codes[p - 1] ?? 'ot')
      board.clockRuns = true
      board.step(event.t, 'period_start', undefined, { period: board.phase })
    } else if (event.type === 'period_end') {
      const period = board.phase
      board.phase = 'brk'
      board.clockRuns = false
      board.step(event.t, 'period_end', undefined, { period })
    } else if (event.type === 'goal' && event.score) {
      board.setScore(event.score)
      board.step(event.t, 'goal', side, { score: [...event.score], ...(event.player ? { player: event.player } : {}) })
    } else if (event.type === 'shot') {
      board.add('shots', side)
    } else if (event.type === 'penalty') {
      board.add('penalties', side)
      board.step(event.t, 'penalty', side, { minutes: 2 })
    }
  }
  const score = final.score
  if (score && (score[0] !== board.score[0] || score[1] !== board.score[1])) {
    // Decided by shoot-out: the winner's goal is not among the events.
    board.open('so')
    board.setScore(score)
    board.step((board.steps.at(-1)?.atMs ?? 0) / 1000 + 300, 'shootout_winner', score[0] > score[1] ? 'home' : 'away')
  }
}

function basketball(board: Board, { events }: Recording): void {
  for (const event of events) {
    const p = event.p ?? 1
    const length = p <= 4 ? 720 : 300
    const before = p <= 4 ? (p - 1) * 720 : 2880 + (p - 5) * 300
    if (event.clock) board.clockSec = before + length - Math.min(length, seconds(event.clock))
    if (event.type === 'start_of_period') {
      board.open(p <= 4 ? `q${p}` : 'ot')
      board.clockRuns = true
      board.step(event.t, 'period_start', undefined, { period: board.phase })
    } else if (event.type === 'end_of_period') {
      const period = board.phase
      board.phase = 'brk'
      board.clockRuns = false
      board.step(event.t, 'period_end', undefined, { period })
    } else if (event.score && (event.score[0] !== board.score[0] || event.score[1] !== board.score[1])) {
      const side = event.score[0] !== board.score[0] ? 'home' : 'away'
      const points = event.score[0] - board.score[0] + event.score[1] - board.score[1]
      board.setScore(event.score)
      board.step(event.t, 'score', side, { points, how: `${points}pt` })
    }
  }
}

function sets(board: Board, { events }: Recording): void {
  board.hasClock = false
  for (const event of events) {
    const side = sideOf(event.side)
    if (event.type === 'set_start') {
      board.open(`set${event.p ?? 1}`)
      board.step(event.t, 'period_start', undefined, { period: board.phase })
    } else if (event.type === 'rally_start' || event.type === 'serve') {
      board.server = sideOf(event.server) ?? side ?? board.server
    } else if (event.type === 'point' && event.score) {
      const period = board.periods.at(-1)
      if (period) period.score = [...event.score]
      board.add('points_won', side)
      board.step(event.t, 'point', side, event.strokes === undefined ? {} : { strokes: event.strokes })
    } else if (event.type === 'set_end') {
      const period = board.periods.at(-1)
      if (!period) continue
      if (event.score) period.score = [...event.score]
      const winner = period.score[0] > period.score[1] ? 'home' : 'away'
      board.score = [board.score[0] + (winner === 'home' ? 1 : 0), board.score[1] + (winner === 'away' ? 1 : 0)]
      board.step(event.t, 'set_end', winner, { score: [...period.score] })
    }
  }
}

/** How the batter was out, in the words of the world. */
function wayOf(wickets: RecordedEvent['w']): string {
  const how = wickets?.at(-1)?.how ?? ''
  if (how === 'caught and bowled') return 'caught'
  return ['caught', 'bowled', 'lbw', 'run out', 'stumped'].includes(how) ? how.replace(' ', '_') : 'other'
}

function cricket(board: Board, { events }: Recording): void {
  board.hasClock = false
  let base: Pair = [0, 0]
  let baseWickets: Pair = [0, 0]
  for (const event of events) {
    const side = sideOf(event.side)
    const k = side === 'away' ? 1 : 0
    const before = board.score[k]
    if (event.type === 'innings_start') {
      board.open(`inn${event.p ?? 1}`)
      base = [...board.score]
      baseWickets = [...(board.stats['wickets'] ?? [0, 0])] as Pair
      board.step(event.t, 'period_start', side, { period: board.phase })
    } else if (event.type === 'ball' && event.score) {
      const score: Pair = [...base]
      score[k] += event.score[0]
      board.setScore(score)
      const wickets = [...baseWickets] as Pair
      wickets[k] += event.score[1]
      const fell = wickets[k] > (board.stats['wickets']?.[k] ?? 0)
      board.stats['wickets'] = wickets
      // Wides and no balls are bowled again and do not count in the over.
      if (!/wides|noballs/.test(event.xt ?? '')) board.add('balls', side)
      board.step(event.t, fell ? 'wicket' : 'ball', side, {
        runs: score[k] - before,
        extras: event.x ?? 0,
        over: Math.floor(Number(event.over ?? 0)) + 1,
        ball: String(event.over ?? ''),
        innings: board.phase,
        ...(fell ? { how: wayOf(event.w) } : {}),
      })
    } else if (event.type === 'innings_end') {
      board.step(event.t, 'innings_end', side, { period: board.phase })
    }
  }
}

const HITS = new Set(['single', 'double', 'triple', 'home_run'])

function baseball(board: Board, { events }: Recording): void {
  board.hasClock = false
  for (const event of events) {
    const side = sideOf(event.side)
    if (event.type === 'half_inning_start') {
      const code = `inn${event.p ?? 1}`
      board.open(code, `${code}${side === 'home' ? 'b' : 'a'}`)
      board.stats['outs'] = [0, 0]
      board.step(event.t, 'period_start', side, { period: board.phase })
      continue
    }
    if (event.outs !== undefined && side) board.stats['outs'] = side === 'home' ? [event.outs, 0] : [0, event.outs]
    if (HITS.has(event.type)) board.add('hits', side)
    if (event.score && (event.score[0] !== board.score[0] || event.score[1] !== board.score[1])) {
      const runs = event.score[0] - board.score[0] + event.score[1] - board.score[1]
      board.setScore(event.score)
      board.step(event.t, 'run', side, { runs, how: event.type })
    } else if (HITS.has(event.type)) board.step(event.t, 'hit', side, { how: event.type })
    else if (event.type === 'out' || event.type === 'strikeout') board.step(event.t, 'out', side, { how: event.type })
    else if (event.type === 'half_inning_end') board.step(event.t, 'period_end', side, { period: board.phase })
  }
}
