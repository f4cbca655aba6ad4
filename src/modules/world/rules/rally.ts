/** Rally sports: a point is won with pServe1 or pServe2 on serve, counted by the sport's rules (feeds §10.5). */
import type { Random } from '#lib/random.ts'
import { ACES } from './models.ts'
import { forSide, other, type Recorder } from './recorder.ts'
import type { Pair, Side, Timeline, Variant, WorldGame } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

type Streams = (stream: string) => Random

/** Points of a set, of the deciding set, highest score of a set, seconds a rally, break between sets, who serves. */
interface SetRules {
  to: number
  last: number
  cap: number
  rallySec: number
  breakSec: number
  serve: 'winner' | 'two'
}
const SETS: Partial<Record<Variant, SetRules>> = {
  badminton: { to: 21, last: 21, cap: 30, rallySec: 28, breakSec: 120, serve: 'winner' },
  volleyball: { to: 25, last: 15, cap: 99, rallySec: 29, breakSec: 180, serve: 'winner' },
  'beach-volleyball': { to: 21, last: 15, cap: 99, rallySec: 25, breakSec: 60, serve: 'winner' },
  'table-tennis': { to: 11, last: 11, cap: 99, rallySec: 16, breakSec: 60, serve: 'two' },
  squash: { to: 11, last: 11, cap: 99, rallySec: 24, breakSec: 90, serve: 'winner' },
}

interface Play {
  rec: Recorder
  random: Random
  serve: Pair
  at: number
  sets: Pair
  need: number
  /** Set in which somebody gives up, 0 = nobody. */
  retireIn: number
  retiring: Side
}

function playOf(game: WorldGame, streams: Streams, rec: Recorder): Play {
  const random = streams('points')
  const own = (rates as Record<string, unknown>)[game.variant] as { retired?: number } | undefined
  const bestOf = game.format.bestOf ?? 3
  return {
    rec,
    random,
    serve: [game.model.extra['pServe1'] ?? 0.5, game.model.extra['pServe2'] ?? 0.5],
    at: 0,
    sets: [0, 0],
    need: Math.floor(bestOf / 2) + 1,
    retireIn: game.mishaps && random.chance(own?.retired ?? 0) ? random.integer(1, Math.max(1, bestOf - 1)) : 0,
    retiring: random.chance(0.5) ? 'home' : 'away',
  }
}

function rally(play: Play, server: Side): Side {
  const wins = play.random.chance(play.serve[server === 'home' ? 0 : 1])
  return wins ? server : other(server)
}

function openSet(play: Play, server: Side): string {
  const code = `set${play.sets[0] + play.sets[1] + 1}`
  play.rec.incident(play.at, null, 'period_start', { phase: code, open: code, server, detail: { period: code } })
  return code
}

function closeSet(play: Play, winner: Side, code: string, games: Pair): void {
  play.sets[winner === 'home' ? 0 : 1]++
  play.rec.incident(play.at, null, 'set_end', {
    side: winner,
    detail: { period: code, score: [...games], sets: [...play.sets] },
    score: forSide(winner),
    points: null,
  })
}

function over(play: Play): boolean {
  return play.sets[0] === play.need || play.sets[1] === play.need
}

function finish(play: Play, retired: boolean): Timeline {
  const end = play.at + 1000
  if (retired) play.rec.incident(play.at, null, 'retired', { side: play.retiring, points: null })
  play.rec.incident(end, null, 'match_end', { phase: 'ended', points: null, ...(retired ? { detail: { retired: play.retiring } } : {}) })
  return play.rec.finish(end, 'ended', retired ? 'retired' : undefined)
}

/** Volleyball, badminton, table tennis and the like. */
export function ralliesTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const rules = SETS[game.variant] ?? SETS.volleyball!
  const play = playOf(game, streams, rec)
  const first: Side = play.random.chance(0.5) ? 'home' : 'away'
  let opener = first
  while (!over(play)) {
    const number = play.sets[0] + play.sets[1] + 1
    const winner = playSet(play, rules, opener, number === 2 * play.need - 1, number === play.retireIn)
    if (winner === null) return finish(play, true)
    opener = rules.serve === 'winner' && game.variant === 'badminton' ? winner : other(opener)
    if (!over(play)) play.at += rules.breakSec * 1000
  }
  return finish(play, false)
}

function playSet(play: Play, rules: SetRules, opener: Side, last: boolean, retires: boolean): Side | null {
  const code = openSet(play, opener)
  const to = last ? rules.last : rules.to
  const score: Pair = [0, 0]
  const stopAt = retires ? play.random.integer(3, to) : -1
  let server = opener
  for (let n = 0; ; n++) {
    if (n === stopAt) return null
    play.at += Math.round(rules.rallySec * 1000 * play.random.between(0.6, 1.4))
    const winner = rally(play, server)
    score[winner === 'home' ? 0 : 1]++
    server = nextServer(rules, server, winner, opener, n + 1, Math.min(score[0], score[1]) >= to - 1)
    play.rec.incident(play.at, null, 'point', { side: winner, period: forSide(winner), server, stats: { points_won: forSide(winner) } })
    const [high, low] = score[0] > score[1] ? score : [score[1], score[0]]
    if (high! >= rules.cap || (high! >= to && high! - low! >= 2)) {
      closeSet(play, winner, code, score)
      return winner
    }
  }
}

function nextServer(rules: SetRules, server: Side, winner: Side, opener: Side, played: number, deuce: boolean): Side {
  if (rules.serve === 'winner') return winner
  if (deuce) return other(server)
  return Math.floor(played / 2) % 2 === 0 ? opener : other(opener)
}

// ---- tennis

const CALL = ['0', '15', '30', '40']

/** Tennis: games, a tie-break at 6:6, best of three or five. */
export function tennisTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const play = playOf(game, streams, rec)
  let server: Side = play.random.chance(0.5) ? 'home' : 'away'
  while (!over(play)) {
    const number = play.sets[0] + play.sets[1] + 1
    const next = tennisSet(play, server, number === play.retireIn)
    if (next === null) return finish(play, true)
    server = next
    if (!over(play)) play.at += 120_000
  }
  return finish(play, false)
}

/** Who serves first in the next set; null when somebody gave up. */
function tennisSet(play: Play, opener: Side, retires: boolean): Side | null {
  const code = openSet(play, opener)
  const games: Pair = [0, 0]
  const stopAt = retires ? play.random.integer(2, 9) : -1
  let server = opener
  for (;;) {
    if (games[0] + games[1] === stopAt) return null
    const tieBreak = games[0] === 6 && games[1] === 6
    const winner = tieBreak ? playTieBreak(play, server) : playGame(play, server)
    games[winner === 'home' ? 0 : 1]++
    const nextServer = other(server)
    play.rec.incident(play.at, null, 'game_end', {
      side: winner,
      detail: { by: winner, server, games: [...games], no: games[0] + games[1], period: code, tieBreak },
      period: forSide(winner),
      points: ['0', '0'],
      server: nextServer,
      stats: winner === server ? {} : { breaks: forSide(winner) },
    })
    server = nextServer
    const [high, low] = games[0] > games[1] ? games : [games[1], games[0]]
    if (tieBreak || (high! >= 6 && high! - low! >= 2)) {
      closeSet(play, winner, code, games)
      return server
    }
    play.at += (games[0] + games[1]) % 2 === 1 ? 75_000 : 15_000
  }
}

function pointIncident(play: Play, winner: Side, server: Side, points: [string, string], now: Side): void {
  const lot = play.random.uniform()
  const how = winner === server ? (lot < ACES ? 'ace' : 'rally') : lot < 0.09 ? 'double_fault' : 'rally'
  const stats: Record<string, Pair> = { points_won: forSide(winner) }
  if (how === 'ace') stats['aces'] = forSide(server)
  if (how === 'double_fault') stats['double_faults'] = forSide(server)
  play.rec.incident(play.at, null, 'point', { side: winner, detail: { how, server }, points, server: now, stats })
}

function playGame(play: Play, server: Side): Side {
  const won: Pair = [0, 0]
  for (;;) {
    play.at += Math.round(play.random.between(24_000, 42_000))
    const winner = rally(play, server)
    won[winner === 'home' ? 0 : 1]++
    const lead = Math.abs(won[0] - won[1])
    const done = Math.max(won[0], won[1]) >= 4 && lead >= 2
    pointIncident(play, winner, server, done ? ['0', '0'] : called(won), server)
    if (done) return winner
  }
}

function called(won: Pair): [string, string] {
  if (won[0] >= 3 && won[1] >= 3) {
    if (won[0] === won[1]) return ['40', '40']
    return won[0] > won[1] ? ['A', '40'] : ['40', 'A']
  }
  return [CALL[won[0]]!, CALL[won[1]]!]
}

/** Serve order A BB AA BB … */
function playTieBreak(play: Play, first: Side): Side {
  const won: Pair = [0, 0]
  for (let n = 0; ; n++) {
    const server = Math.floor((n + 1) / 2) % 2 === 0 ? first : other(first)
    play.at += Math.round(play.random.between(26_000, 44_000))
    const winner = rally(play, server)
    won[winner === 'home' ? 0 : 1]++
    const done = Math.max(won[0], won[1]) >= 7 && Math.abs(won[0] - won[1]) >= 2
    const next = Math.floor((n + 2) / 2) % 2 === 0 ? first : other(first)
    pointIncident(play, winner, server, done ? ['0', '0'] : [String(won[0]), String(won[1])], next)
    if (done) return winner
  }
}
