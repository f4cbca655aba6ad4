/** What of a game's incidents is kept with its result: goals, cards, changes of players. */
import type { Incident } from '#modules/feeds/rules/fact.ts'

export interface Notable {
  type: string
  /** Minute of the game's clock, from 1. */
  minute: number
  side: 1 | 2 | 0
  playerId: number | null
  /** Name where the provider gives no player of its own. */
  player: string | null
}

const MAX_KEPT = 80

/** Without what was taken back or told twice, in order. */
export function notable(list: readonly { incident: Incident; playerId: number | null }[]): Notable[] {
  const retracted = new Set(list.map(({ incident }) => incident.retracts))
  const once = new Map(list.map((one) => [`${one.incident.seq}|${one.incident.type}`, one]))
  return [...once.values()]
    .filter(({ incident }) => incident.retracts === undefined && !retracted.has(incident.seq))
    .slice(0, MAX_KEPT)
    .map(({ incident, playerId }) => ({
      type: incident.detail?.['how'] === 'own_goal' ? 'own_goal' : incident.type,
      minute: Math.floor(incident.clockSec / 60) + 1,
      side: incident.side === 'home' ? 1 : incident.side === 'away' ? 2 : 0,
      playerId,
      player: typeof incident.detail?.['player'] === 'string' ? incident.detail['player'].slice(0, 80) : null,
    }))
}

const GOALS: ReadonlySet<string> = new Set(['goal', 'try', 'touchdown'])
const CARDS: ReadonlySet<string> = new Set(['yellow_card', 'second_yellow', 'red_card'])

/** Goals and cards of each player; whoever is named at all has played. */
export function playersIn(list: readonly Notable[]): { id: number; goals: number; cards: number }[] {
  const players = new Map<number, { id: number; goals: number; cards: number }>()
  for (const { type, playerId } of list) {
    if (playerId === null) continue
    const known = players.get(playerId) ?? { id: playerId, goals: 0, cards: 0 }
    players.set(playerId, {
      ...known,
      goals: known.goals + (GOALS.has(type) ? 1 : 0),
      cards: known.cards + (CARDS.has(type) ? 1 : 0),
    })
  }
  return [...players.values()]
}
