import { Num } from '#ui/Num.tsx'
import type { Teams, TournamentPage } from '../../contract.ts'
import { useStatisticsTexts } from '../texts.ts'
import { TeamName } from './TeamName.tsx'
import styles from '../Statistics.module.css'

type Tie = TournamentPage['rounds'][number]['ties'][number]

/** Rounds side by side, the final last; who went on stands in strong type and is said. */
export function Bracket({ rounds, teams, sportId }: { rounds: TournamentPage['rounds']; teams: Teams; sportId: number }) {
  return (
    // A wide bracket is moved by keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.bracket} tabIndex={0} role="group" aria-label={rounds.map(({ name }) => name).join(', ')}>
      {rounds.map(({ name, ties }) => (
        <section key={name} className={styles.round} aria-label={name}>
          <h3>{name}</h3>
          <ol>
            {ties.map((tie) => (
              <li key={`${tie.home}-${tie.away}`} className={styles.tie}>
                <Side tie={tie} id={tie.home} teams={teams} sportId={sportId} />
                <Side tie={tie} id={tie.away} teams={teams} sportId={sportId} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Side({ tie, id, teams, sportId }: { tie: Tie; id: number; teams: Teams; sportId: number }) {
  const text = useStatisticsTexts()
  const won = tie.winner === id
  return (
    <span className={styles.tieSide} data-won={won || undefined}>
      <TeamName id={id} teams={teams} sportId={sportId} strong={won} />
      <span className={styles.tieScores}>
        {tie.games.map((game) => (
          <Num key={game.id}>{String(game.score?.[game.home === id ? 0 : 1] ?? '')}</Num>
        ))}
      </span>
      {won ? <span className="visually-hidden">{text('through')}</span> : null}
    </span>
  )
}
