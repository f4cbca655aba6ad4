/** Who bats and bowls in the world's cricket. */
import { describe, expect, it } from 'vitest'
import { worldCatalogue } from './catalogue.ts'
import { timelineOf } from './engines.ts'
import { playersOf, squadOf } from './players.ts'
import { simulateMatches } from '../../../../test/support/simulated-matches.ts'
import { stateAt } from './state.ts'

const SEED = 'cricketers'

describe('cricketers', () => {
  const matches = [...simulateMatches('cricket', 30, SEED, 'ipl')]
  const balls = ({ timeline }: (typeof matches)[number]) => timeline.items.filter(({ type }) => type === 'ball' || type === 'wicket')

  it('are eleven a side with names of their own', () => {
    const club = worldCatalogue(SEED).find(({ key }) => key === 'ipl')!
    for (const side of club.competitors) {
      const players = playersOf(club, side)
      expect(new Set(players.map((player) => player.names.en)).size).toBe(11)
      expect(squadOf(club, side).players).toEqual(players.map((player) => player.ref))
    }
  })

  it('of a simulated nation play for that country', () => {
    const series = worldCatalogue(SEED).find(({ key }) => key === 'csr')!
    const named = Object.fromEntries(series.competitors.map(({ names, country }) => [names['en'], country]))
    expect(named).toMatchObject({ India: 'IN', England: 'GB-ENG', Australia: 'AU' })
    expect(Object.values(named)).not.toContain('001')
  })

  it('face and bowl every ball: the batters of their side in its order, bowlers four overs at most and never two running', () => {
    for (const match of matches) {
      const [home, away] = match.game.squads!
      const order = new Map<string, string[]>()
      const overs = new Map<string, Set<number>>()
      for (const { side, player, detail } of balls(match)) {
        const [batting, bowling] = side === 'home' ? [home, away] : [away, home]
        const bowler = String(detail!['bowler'])
        expect(batting.players).toContain(player)
        expect(bowling.players).toContain(bowler)
        const came = order.get(side!) ?? []
        if (!came.includes(player!)) order.set(side!, [...came, player!])
        overs.set(bowler, (overs.get(bowler) ?? new Set()).add(Number(detail!['over'])))
      }
      for (const [side, came] of order) {
        const { players } = side === 'home' ? home : away
        // Both openers are in from the start; one partner may be left who never faced a ball.
        const last = Math.max(...came.map((player) => players.indexOf(player)))
        expect(players.slice(0, last + 1).filter((player) => !came.includes(player)).length).toBeLessThanOrEqual(1)
        expect(came.length).toBeGreaterThanOrEqual(2)
      }
      for (const bowled of overs.values()) {
        expect(bowled.size).toBeLessThanOrEqual(4)
        for (const over of bowled) expect(bowled.has(over + 1)).toBe(false)
      }
    }
  })

  it('take no draw from the play: the score is what it was without them', () => {
    for (const { game, timeline, final } of matches.slice(0, 5)) {
      const { squads: _squads, ...nobody } = game
      const alone = timelineOf(SEED, nobody)
      expect(stateAt(alone, Infinity)).toEqual(final)
      expect(alone.items.map(({ at, type }) => [at, type])).toEqual(timeline.items.map(({ at, type }) => [at, type]))
    }
  })
})
