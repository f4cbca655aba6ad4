/** Frames and legs, and bouts (feeds §10.5). */
import type { Random } from '#lib/random.ts'
import { roundSeconds } from '#modules/feeds/rules/parts.ts'
import { forSide, type Recorder } from './recorder.ts'
import type { Pair, Side, Timeline, Variant, WorldGame } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

type Streams = (stream: string) => Random

const FRAME_CODE: Partial<Record<Variant, string>> = { esports: 'map', moba: 'map', chess: 'game', darts: 'leg', snooker: 'frame' }
/** The statistic of a sport that counts its feats. */
const FEATS = { darts: 's180', snooker: 'centuries' } as const
/** Seconds of one frame from, to; break between. */
const FRAME_TIME: Partial<Record<Variant, [number, number, number]>> = {
  esports: [1700, 2600, 420],
  moba: [1600, 2600, 420],
  chess: [3000, 12_000, 0],
  darts: [130, 260, 20],
  snooker: [600, 1500, 90],
}

/** Word for one frame, its seconds from and to, the break after it. */
function paceOf(game: WorldGame): { code: string; from: number; to: number; pause: number } {
  const [from, to, pause] = FRAME_TIME[game.variant] ?? [300, 600, 60]
  const own = game.pace?.sec
  return {
    code: game.pace?.code ?? FRAME_CODE[game.variant] ?? 'frame',
    from: own?.[0] ?? from,
    to: own?.[1] ?? to,
    pause: game.pace?.pauseSec ?? pause,
  }
}

/** Darts legs, snooker frames, maps, rounds of a duel: best of n, each won with p. Chess: one game of three results. */
export function framesTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const random = streams('frames')
  const { code, from, to, pause } = paceOf(game)
  const need = Math.floor((game.format.bestOf ?? 3) / 2) + 1
  const p = game.model.extra['p'] ?? 0.5
  const won: Pair = [0, 0]
  // Rounds of a map and kills are counts of their own; elsewhere the period is the frame itself.
  const counted = game.variant === 'esports' || game.variant === 'moba'
  let at = 0
  for (let number = 1; won[0] < need && won[1] < need; number++) {
    const period = `${code}${number}`
    const set = number === 1 ? startStats(game.variant) : undefined
    rec.incident(at, null, 'period_start', { phase: period, open: period, detail: { period }, ...(set ? { set } : {}) })
    const length = random.between(from, to) * 1000
    if (game.variant === 'chess' && random.chance(game.model.extra['pDraw'] ?? 0)) {
      at += length
      rec.incident(at, null, 'frame_end', { detail: { period, result: 'draw' } })
      break
    }
    const winner: Side = random.chance(p) ? 'home' : 'away'
    if (game.variant === 'esports') rounds(rec, random, winner, at, length, period)
    if (game.variant === 'darts' || game.variant === 'snooker') feats(rec, random, game.variant, at, length, period)
    if (game.variant === 'moba') kills(rec, random, winner, at, length, period)
    at += length
    won[winner === 'home' ? 0 : 1]++
    const own = counted ? {} : { period: forSide(winner) }
    const durationSec = Math.round(length / 1000)
    rec.incident(at, null, 'frame_end', { side: winner, detail: { period, score: [...won], durationSec }, score: forSide(winner), ...own })
    if (won[0] < need && won[1] < need) at += pause * 1000
  }
  rec.incident(at + 1000, null, 'match_end', { phase: 'ended' })
  return rec.finish(at + 1000)
}

/** What is counted is told from the start: a count of which nothing is said is one that nobody tells, and not nothing. */
function startStats(variant: Variant): Record<string, Pair> | undefined {
  const counted = variant === 'darts' || variant === 'snooker' ? FEATS[variant] : undefined
  return counted && { [counted]: [0, 0] }
}

/** Maximums of a leg, a break of a hundred in a frame. */
function feats(rec: Recorder, random: Random, variant: 'darts' | 'snooker', start: number, length: number, period: string): void {
  const darts = variant === 'darts'
  const count = darts ? random.poisson(rates.darts.maximums) : random.chance(rates.snooker.century) ? 1 : 0
  for (let k = 0; k < count; k++) {
    const side: Side = random.chance(0.5) ? 'home' : 'away'
    const at = start + length * random.between(0.1, 0.9)
    const stats = { [FEATS[variant]]: forSide(side) }
    rec.incident(at, null, darts ? 'maximum' : 'century', { side, detail: { period }, stats })
  }
}

/** Kills of a map, the winner's the more; towers and the monsters that both fight for. */
function kills(rec: Recorder, random: Random, winner: Side, start: number, length: number, period: string): void {
  const loser: Side = winner === 'home' ? 'away' : 'home'
  const share = random.between(0.52, 0.68)
  const count = Math.max(8, Math.round((length / 60_000) * random.between(1, 1.7)))
  const sides = Array.from({ length: count }, () => random.chance(share))
  // Who wins the map has the more kills: the last ones are his where chance has it otherwise.
  let lead = sides.reduce((sum, own) => sum + (own ? 1 : -1), 0)
  for (let k = count - 1; k > 0 && lead <= 0; k--) {
    if (sides[k]) continue
    sides[k] = true
    lead += 2
  }
  sides.forEach((own, k) => {
    const side = own ? winner : loser
    const at = start + length * ((k + random.uniform()) / count) * 0.98
    rec.incident(at, null, k === 0 ? 'first_blood' : 'kill', {
      side,
      period: forSide(side),
      detail: { period },
      stats: { kills: forSide(side) },
    })
  })
  const towers = random.integer(5, 9)
  for (let k = 0; k < towers; k++) {
    const side = k >= towers - 2 || random.chance(0.68) ? winner : loser
    const at = start + length * (0.25 + (0.74 * (k + random.uniform())) / towers)
    rec.silent(at, null, { stats: { towers: forSide(side) } })
  }
}

/** Rounds of a map: first to 13, the loser's share by chance, the last one the winner's. */
function rounds(rec: Recorder, random: Random, winner: Side, start: number, length: number, period: string): void {
  const losers = Math.min(11, Math.max(2, Math.round(random.normal(8, 2.6))))
  const order = random.shuffle([...Array.from({ length: 12 }, () => true), ...Array.from({ length: losers }, () => false)])
  order.push(true)
  const loser: Side = winner === 'home' ? 'away' : 'home'
  order.forEach((mine, k) => {
    const side = mine ? winner : loser
    const at = start + (length * (k + 1)) / (order.length + 0.2)
    rec.incident(at, null, 'round', { side, period: forSide(side), detail: { period, no: k + 1 } })
  })
}

/** Boxing and MMA: the winner, the method, then the round. */
export function boutTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const random = streams('bout')
  const boxing = game.variant === 'boxing'
  const rounds = game.model.extra['rounds'] ?? (boxing ? 12 : 3)
  const roundSec = roundSeconds(boxing)
  const result = random.pick([game.model.extra['p1'] ?? 0.5, game.model.extra['pDraw'] ?? 0, game.model.extra['p2'] ?? 0.5])
  const winner: Side | null = result === 0 ? 'home' : result === 2 ? 'away' : null
  const decision = winner === null || random.chance(game.model.extra['pDecision'] ?? 0.5)
  const shares = boxing ? Array.from({ length: rounds }, (_, k) => 1 + Math.min(k, 5) * 0.25) : rates.mma.roundShares.slice(0, rounds)
  const last = decision ? rounds : random.pick(shares) + 1
  const endClock = decision ? roundSec : random.integer(20, roundSec - 5)
  let at = 0
  for (let round = 1; round <= last; round++) {
    const code = `r${round}`
    rec.incident(at, 0, 'period_start', { phase: code, open: code, runs: true, detail: { period: code } })
    const length = round === last ? endClock : roundSec
    if (random.chance(boxing ? 0.05 : 0.12)) {
      const clock = random.integer(5, Math.max(6, length - 5))
      const side: Side = random.chance(0.5) ? 'home' : 'away'
      rec.incident(at + clock * 1000, clock, 'knockdown', { side, runs: true, stats: { knockdowns: forSide(side) } })
    }
    at += length * 1000
    if (round < last || decision) rec.incident(at, length, 'period_end', { runs: false, detail: { period: code } })
    if (round < last) at += 60_000
  }
  const ko = boxing || random.chance(rates.mma.knockout)
  const method = winner === null ? 'draw' : decision ? 'decision' : ko ? 'ko' : 'submission'
  if (decision) at += 90_000
  rec.incident(at, endClock, 'finish', {
    ...(winner ? { side: winner, score: forSide(winner) } : {}),
    runs: false,
    detail: { method, round: last, clockSec: endClock },
  })
  rec.incident(at + 1000, endClock, 'match_end', { phase: 'ended', runs: false })
  return rec.finish(at + 1000)
}
