import { Num } from '#ui/Num.tsx'
import type { GameRow, Teams } from '../../contract.ts'
import type { StatisticsPlace } from '../../rules/path.ts'
import { useStatisticsTexts } from '../texts.ts'
import { StatisticsTo, useStatisticsDates, useWidget } from '../widget/Widget.tsx'
import { LetterChip } from './FormChips.tsx'
import styles from '../Statistics.module.css'

interface GameListProps {
  games: readonly GameRow[]
  teams: Teams
  sportId: number
  /** Whose results are marked with a letter. */
  teamId?: number
  /** The championship is said elsewhere. */
  oneChampionship?: boolean
}

/** Games that are over or to come, one a line; a press opens the game. */
export function GameList({ games, teams, sportId, teamId, oneChampionship = false }: GameListProps) {
  const format = useStatisticsDates()
  const { settings } = useWidget()
  return (
    <ul className={styles.games}>
      {games.map((game) => (
        <li key={game.id} className={styles.game} data-marked={isMarked(game, settings.gameId) || undefined} data-game={game.id}>
          <StatisticsTo place={placeOf(game, sportId)} className={styles.gameLink}>
            <span className={styles.gameTime}>
              <Num>{format(game.startsAt, 'dd.MM')}</Num>
              <small>
                <Num>{game.score ? yearIn(format(game.startsAt, 'dd.MM.yyyy / HH:mm')) : format(game.startsAt, 'HH:mm')}</Num>
              </small>
            </span>
            <span className={styles.gameSides}>
              <Side id={game.home} teams={teams} won={game.winner === 1} own={teamId} />
              <Side id={game.away} teams={teams} won={game.winner === 2} own={teamId} />
              {oneChampionship ? null : <small className={styles.gameChampionship}>{game.championship}</small>}
            </span>
            <Score game={game} />
            {teamId === undefined ? null : <Mark game={game} teamId={teamId} />}
          </StatisticsTo>
        </li>
      ))}
    </ul>
  )
}

/** The year of the day that stands above it: at New Year the one in London is another. */
const yearIn = (date: string) => /\d{4}/.exec(date)?.[0] ?? ''

function Side({ id, teams, won, own }: { id: number; teams: Teams; won: boolean; own: number | undefined }) {
  const text = useStatisticsTexts()
  return (
    <bdi className={styles.gameSide} data-won={won || undefined} data-own={own === id || undefined}>
      {teams[id]?.name ?? ''}
      {won ? <span className="visually-hidden"> ({text('winner_mark')})</span> : null}
    </bdi>
  )
}

function Score({ game: { score, state } }: { game: GameRow }) {
  if (!score) return <span className={styles.gameScore} />
  return (
    <span className={styles.gameScore} data-live={state === 'live' || undefined}>
      <Num>{String(score[0])}</Num>
      <Num>{String(score[1])}</Num>
    </span>
  )
}

function Mark({ game, teamId }: { game: GameRow; teamId: number }) {
  if (game.state !== 'over') return <span className={styles.letter} />
  return <LetterChip letter={game.winner === 0 ? 'd' : (game.winner === 1) === (game.home === teamId) ? 'w' : 'l'} />
}

function isMarked({ id, ci }: GameRow, asked: string | null): boolean {
  return asked !== null && (asked === id || asked === String(ci))
}

/** Games of the feed are called by CI, past ones by their id. */
export function placeOf({ id, ci }: Pick<GameRow, 'id' | 'ci'>, sportId: number): StatisticsPlace {
  return { view: 'game', sportId, id: ci > 0 ? String(ci) : id, tab: 'main' }
}
