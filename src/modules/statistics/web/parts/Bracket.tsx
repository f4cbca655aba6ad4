import { useState } from 'react'
import { Num } from '#ui/Num.tsx'
import type { Teams, TournamentPage } from '../../contract.ts'
import { useStatisticsTexts } from '../texts.ts'
import { useStatisticsDates } from '../widget/Widget.tsx'
import { TeamName } from './TeamName.tsx'
import styles from '../Bracket.module.css'

type Edition = TournamentPage['editions'][number]
type Round = Edition['rounds'][number]
type Tie = NonNullable<Round['ties'][number]>

interface BracketProps {
  editions: readonly Edition[]
  teams: Teams
  sportId: number
}

const DAY = 'dd.MM'

/** Editions of a cup, of which one is drawn: the newest at first. */
export function Bracket({ editions, teams, sportId }: BracketProps) {
  const text = useStatisticsTexts()
  const dates = useStatisticsDates()
  const [at, setAt] = useState(0)
  const shown = editions[at] ?? editions[0]
  return (
    <>
      {editions.length > 1 ? (
        <div className={styles.editions} role="group" aria-label={text('editions')}>
          {editions.map(({ from, to }, index) => (
            <button key={from} type="button" className={styles.edition} aria-pressed={index === at} onClick={() => setAt(index)}>
              <Num>{[...new Set([dates(from, DAY), dates(to, DAY)])].join('–')}</Num>
            </button>
          ))}
        </div>
      ) : null}
      {shown ? <Rounds rounds={shown.rounds} teams={teams} sportId={sportId} /> : null}
    </>
  )
}

/** Rounds side by side, the final last; who went on stands in strong type and is said. */
function Rounds({ rounds, teams, sportId }: { rounds: readonly Round[]; teams: Teams; sportId: number }) {
  const text = useStatisticsTexts()
  const named = useRoundNames()
  return (
    // A wide bracket is moved by keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.bracket} tabIndex={0} role="group" aria-label={rounds.map(named).join(', ')}>
      {rounds.map((round, index) => (
        <section key={round.stage} className={styles.round} aria-label={named(round)}>
          <h3>{named(round)}</h3>
          <ol>
            {round.ties.map((tie, place) => (
              <li
                key={tie ? `${tie.home}-${tie.away}` : place}
                data-joined={tie?.joined || undefined}
                data-fed={rounds[index - 1]?.ties.slice(place * 2, place * 2 + 2).some((one) => one?.joined) || undefined}
              >
                {tie ? (
                  <span className={styles.tie}>
                    <Side tie={tie} id={tie.home} teams={teams} sportId={sportId} />
                    <Side tie={tie} id={tie.away} teams={teams} sportId={sportId} />
                  </span>
                ) : (
                  <span className={styles.tie} data-open="">
                    {text('to_be_decided')}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Rounds near the final have names of the reader's language, others that of their games. */
function useRoundNames(): (round: Round) => string {
  const text = useStatisticsTexts()
  return ({ stage, name }) => {
    if (stage === 0) return text('round_final')
    if (stage === 0.5) return text('round_third')
    if (stage === 1) return text('round_semifinals')
    if (stage === 2) return text('round_quarterfinals')
    return stage <= 6 ? text('round_share', { share: String(2 ** stage) }) : name
  }
}

function Side({ tie, id, teams, sportId }: { tie: Tie; id: number; teams: Teams; sportId: number }) {
  const text = useStatisticsTexts()
  const won = tie.winner === id
  return (
    <span className={styles.side} data-won={won || undefined}>
      <TeamName id={id} teams={teams} sportId={sportId} strong={won} />
      <span className={styles.scores}>
        {tie.games.map((game) => (
          <Num key={game.id}>{String(game.score?.[game.home === id ? 0 : 1] ?? '')}</Num>
        ))}
      </span>
      {won ? <span className="visually-hidden">{text('through')}</span> : null}
    </span>
  )
}
