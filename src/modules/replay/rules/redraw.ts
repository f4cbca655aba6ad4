/**
 * A new course for a game of the pack (feeds 6, `redraw`): the world's engines draw it from the model that its prices are made of.
 * How a recorded game ended is known to whoever looks it up, and to whoever saw it an hour ago: a carousel comes round.
 */
import { MINUTE, type Millis } from '#lib/time.ts'
import type { Game, Ref } from '#modules/feeds/rules/fact.ts'
import { timelineOf } from '#modules/world/rules/engines.ts'
import { incidentOf, Scoreboard } from '#modules/world/rules/state.ts'
import { engineOf, type Variant, type WorldGame } from '#modules/world/rules/types.ts'
import type { Model } from './prior.ts'
import { SPORT_IDS, type Step } from './recording.ts'

/** The engine of each sport of the pack, and how long a game of it usually takes. */
const ENGINES: Readonly<Record<string, { variant: Variant; usualMin: number }>> = {
  football: { variant: 'football', usualMin: 112 },
  ice_hockey: { variant: 'ice-hockey', usualMin: 149 },
  basketball: { variant: 'basketball', usualMin: 116 },
  baseball: { variant: 'baseball', usualMin: 157 },
  volleyball: { variant: 'volleyball', usualMin: 98 },
  badminton: { variant: 'badminton', usualMin: 45 },
  cricket: { variant: 'cricket', usualMin: 174 },
}

export interface GameToDraw {
  /** With the ref it decides the course: the same two, the same game. */
  seed: string
  ref: Ref
  sport: string
  model: Model
  format?: NonNullable<Game['format']>
}

export function usualLengthMs(sport: string): Millis {
  return ENGINES[sport]!.usualMin * MINUTE
}

/** When the last whistle goes, without the picture of the game: cheap enough for a whole day of games. */
export function drawnLengthMs(game: GameToDraw): Millis {
  return timelineOf(game.seed, worldGame(game), false).endsAtMs
}

export function drawnSteps(game: GameToDraw): Step[] {
  const timeline = timelineOf(game.seed, worldGame(game))
  const board = new Scoreboard(timeline)
  const steps: Step[] = []
  for (let item = board.step(); item; item = board.step()) {
    // The replay stops no bets before a danger (feeds 2, betStop), so there is none to be over.
    if (item.kind !== 'incident' || item.type === 'danger_over') continue
    const { game: _ref, ...state } = board.state
    const { game: _game, seq: _seq, ...incident } = incidentOf(game.ref, item)
    steps.push({ atMs: item.at, state, incident })
  }
  return steps
}

function worldGame({ ref, sport, model, format = {} }: GameToDraw): WorldGame {
  const { variant } = ENGINES[sport]!
  const { bestOf, periodMin } = format
  return {
    ref,
    sportId: SPORT_IDS[sport]!,
    engine: engineOf(variant),
    variant,
    model: { ...model, extra: model.extra ?? {} },
    sides: 2,
    format: { ...(bestOf ? { bestOf } : {}), ...(periodMin ? { periodMin } : {}) },
    mishaps: false,
  }
}
