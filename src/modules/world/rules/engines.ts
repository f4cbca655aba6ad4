/** One door to all engines: what happens in a game, and what of it is visible at a moment (feeds §5.2). */
import { unreachable } from '#lib/assert.ts'
import { baseballTimeline, cricketTimeline } from './balls.ts'
import { boutTimeline, framesTimeline } from './contests.ts'
import { breakOf } from './fate.ts'
import { fieldTimeline } from './field.ts'
import { footballTimeline } from './football.ts'
import { ralliesTimeline, tennisTimeline } from './rally.ts'
import { mixedTimeline } from './mixed.ts'
import { Random } from '#lib/random.ts'
import { pairTimeline } from './race-pairs.ts'
import { Recorder } from './recorder.ts'
import { periodsTimeline, pointsTimeline } from './scoring.ts'
import type { Item, Timeline, WorldGame } from './types.ts'

/**
 * Everything that will happen in the game. The same seed and game give the same timeline on every machine. Without its picture
 * it holds what makes the score, the periods and the end, and nothing beside.
 */
export function timelineOf(seed: string, game: WorldGame, picture = true): Timeline {
  if (game.mixed) {
    const [one, two] = game.mixed.sources
    return mixedTimeline(game, [timelineOf(seed, one), timelineOf(seed, two)])
  }
  if (game.race) return pairTimeline(game, timelineOf(seed, game.race.game))
  const whole = engineTimeline(game, (stream) => new Random(`${seed}|${game.ref}|${stream}`), new Recorder(game.ref, picture))
  if (!game.mishaps || game.engine === 'field') return whole
  const random = breakOf(seed, game.ref)
  return random ? abandon(whole, random) : whole
}

function engineTimeline(game: WorldGame, streams: (stream: string) => Random, rec: Recorder): Timeline {
  switch (game.engine) {
    case 'goals':
      return footballTimeline(game, streams, rec)
    case 'periods':
      return periodsTimeline(game, streams, rec)
    case 'points':
      return pointsTimeline(game, streams, rec)
    case 'rally':
      return game.variant === 'tennis' ? tennisTimeline(game, streams, rec) : ralliesTimeline(game, streams, rec)
    case 'balls':
      return game.variant === 'cricket' ? cricketTimeline(game, streams, rec) : baseballTimeline(game, streams, rec)
    case 'frames':
      return framesTimeline(game, streams, rec)
    case 'bout':
      return boutTimeline(game, streams, rec)
    case 'field':
      return fieldTimeline(game, streams, rec)
    default:
      return unreachable(game.engine, 'engine')
  }
}

function abandon(whole: Timeline, random: Random): Timeline {
  const cut = Math.round(whole.endsAtMs * random.between(0.25, 0.9))
  const items = whole.items.filter((item) => item.at < cut)
  const last = items.findLast((item) => item.hasClock)
  const end: Item = {
    at: cut,
    seq: items.length + 1,
    kind: 'incident',
    type: 'abandoned',
    clockSec: last?.clockSec ?? 0,
    hasClock: last !== undefined,
    fx: { phase: 'abandoned', runs: false },
  }
  return { ...whole, items: [...items, end], endsAtMs: cut, ending: 'abandoned' }
}
