/** Who plays and what happened: the tabs of a game that need people. */
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import type { GamePage } from '../../contract.ts'
import { Block, Nothing } from '../parts/Block.tsx'
import { PlayerLink } from '../parts/PlayerLink.tsx'
import { Squad } from '../parts/Squad.tsx'
import { useStatisticsTexts } from '../texts.ts'
import styles from '../Statistics.module.css'

export function LineUps({ page }: { page: GamePage }) {
  const text = useStatisticsTexts()
  const { sides, teams, game, championship } = page
  if (sides.every(({ squad }) => squad.length === 0))
    return (
      <Block id="game-lineups" title={text('tab_lineups')} wide>
        <Nothing>{text('no_lineups')}</Nothing>
      </Block>
    )
  return (
    <div className={styles.columns}>
      {sides.map(({ squad }, index) => {
        const id = index === 0 ? game.home : game.away
        return (
          <Block key={id} id={index === 0 ? 'game-squad-home' : 'game-squad-away'} title={teams[id]?.name ?? ''}>
            {squad.length === 0 ? <Nothing>{text('no_lineups')}</Nothing> : <Squad players={squad} sportId={championship.sportId} />}
          </Block>
        )
      })}
    </div>
  )
}

const INCIDENTS = {
  goal: 'incident_goal',
  own_goal: 'incident_own_goal',
  yellow_card: 'incident_yellow_card',
  second_yellow: 'incident_second_yellow',
  red_card: 'incident_red_card',
  substitution: 'incident_substitution',
  penalty_missed: 'incident_penalty_missed',
  try: 'incident_try',
  touchdown: 'incident_touchdown',
} as const

export function CourseOfPlay({ page }: { page: GamePage }) {
  const text = useStatisticsTexts()
  const { incidents, teams, game, championship } = page
  const known = incidents.filter(({ type }) => type in INCIDENTS)
  return (
    <Block id="game-course" title={text('tab_chronology')} wide>
      {known.length === 0 ? (
        <Nothing>{text('no_course')}</Nothing>
      ) : (
        <ol className={styles.course}>
          {known.map(({ type, minute, side, player, playerId }, index) => (
            // Two equal cards in one minute differ by their place alone.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-side={side || undefined} data-type={type}>
              <span className={styles.courseMinute}>
                <Num>{text('minute', { minute })}</Num>
              </span>
              <Icon
                name={type === 'substitution' ? 'swap' : type.includes('card') || type.includes('yellow') ? 'card' : 'sport'}
                size={16}
              />
              <span>
                <b>{text(INCIDENTS[type as keyof typeof INCIDENTS])}</b>
                {player ? (
                  <>
                    {' · '}
                    <PlayerLink id={playerId} name={player} sportId={championship.sportId} />
                  </>
                ) : null}
                {side ? (
                  <small>
                    {' '}
                    <bdi>{teams[side === 1 ? game.home : game.away]?.name ?? ''}</bdi>
                  </small>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Block>
  )
}
