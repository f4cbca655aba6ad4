/** The scorecard of a cricket match: both innings, each with its batters and the bowlers against them. */
import type { GamePage } from '../../contract.ts'
import { BattingTable, BowlingTable, Dismissal } from '../cricket/CricketTables.tsx'
import { useStatisticsTexts } from '../texts.ts'
import { Block } from './Block.tsx'
import { PlayerLink } from './PlayerLink.tsx'

const SIDES = [1, 2] as const

export function Scorecard({ page: { scorecard, teams, game, championship } }: { page: GamePage }) {
  const text = useStatisticsTexts()
  const link = (id: number, name: string) => <PlayerLink id={id} name={name} sportId={championship.sportId} />
  return SIDES.map((side) => {
    const batters = scorecard.filter((one) => one.side === side && one.batNo > 0)
    const bowlers = scorecard.filter((one) => one.side !== side && one.bowlNo > 0).toSorted((a, b) => a.bowlNo - b.bowlNo)
    if (batters.length === 0) return null
    return (
      <Block
        key={side}
        id={`game-innings-${side}`}
        title={`${text('cricket_innings')}: ${teams[side === 1 ? game.home : game.away]?.name ?? ''}`}
      >
        <BattingTable
          head={text('cricket_batters')}
          text={text}
          rows={batters.map((one) => ({
            key: one.playerId,
            head: (
              <>
                {link(one.playerId, one.name)}
                <Dismissal figures={one} text={text} />
              </>
            ),
            figures: one,
          }))}
        />
        <BowlingTable
          head={text('cricket_bowlers')}
          text={text}
          rows={bowlers.map((one) => ({ key: one.playerId, head: link(one.playerId, one.name), figures: one }))}
        />
      </Block>
    )
  })
}
