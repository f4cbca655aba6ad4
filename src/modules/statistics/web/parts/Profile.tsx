/** How a side plays: at home and away, its runs, what it scores in which part of a game. Only where it has played. */
import type { ReactNode } from 'react'
import { Num } from '#ui/Num.tsx'
import { formatPercent } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { partName } from '#modules/line/rules/part-names.ts'
import type { ProfilePage } from '../../contract.ts'
import { hasHosts, mayBeDrawn, scoreKind } from '../../rules/score-kind.ts'
import { useStatisticsTexts, type StatisticsTexts } from '../texts.ts'
import { VersusBar } from './Bars.tsx'
import { Block } from './Block.tsx'
import styles from '../Statistics.module.css'

interface ProfileProps {
  profile: ProfilePage
  sportId: number
}

const COLUMNS = ['played', 'won', 'drawn', 'lost', 'scored'] as const

export function HomeAndAway({ profile, sportId }: ProfileProps) {
  const text = useStatisticsTexts()
  const { lng } = useUi()
  const { home, away, season } = profile
  if (home.played + away.played === 0 || !hasHosts(sportId)) return null
  const columns = COLUMNS.filter((column) => column !== 'drawn' || mayBeDrawn(sportId))
  return (
    <Block id="team-split" title={text('home_and_away')} note={season ? <Num>{season}</Num> : null}>
      <table className={styles.table}>
        <caption className="visually-hidden">{text('home_and_away')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('side')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" data-number="">
                <abbr title={text(`${column}_word`)}>{text(column)}</abbr>
              </th>
            ))}
            <th scope="col" data-number="">
              {text('win_share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {(['home', 'away'] as const).map((side) => {
            const row = profile[side]
            return (
              <tr key={side}>
                <th scope="row">{text(`side_${side}`)}</th>
                {columns.map((column) => (
                  <td key={column} data-number="">
                    <Num>{column === 'scored' ? `${row.scored}:${row.conceded}` : String(row[column])}</Num>
                  </td>
                ))}
                <td data-number="" data-strong="">
                  <Num>{row.played > 0 ? formatPercent(Math.round((row.won / row.played) * 100), lng) : '–'}</Num>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Block>
  )
}

const RUNS = { w: 'run_w', d: 'run_d', l: 'run_l' } as const

export function Runs({ profile, sportId }: ProfileProps) {
  const text = useStatisticsTexts()
  const { run, bestRun, cleanSheets, blanks, bothScored, home, away, season } = profile
  if (!run) return null
  const played = home.played + away.played
  const shares = (
    [
      ['clean_sheets', cleanSheets],
      ['both_scored', bothScored],
      ['blanks', blanks],
    ] as const
  ).filter(() => scoreKind(sportId) === 'goals')
  return (
    <Block id="team-runs" title={text('runs')} note={season ? <Num>{season}</Num> : text('last_year')}>
      <dl className={styles.runs}>
        <Fact name={text('run_now')}>{text(RUNS[run.letter], { count: run.games })}</Fact>
        {run.unbeaten > run.games || (run.letter === 'd' && run.unbeaten > 0) ? (
          <Fact name={text('unbeaten')}>{text('games_count', { count: run.unbeaten })}</Fact>
        ) : null}
        {bestRun > 1 ? <Fact name={text('best_run')}>{text('run_w', { count: bestRun })}</Fact> : null}
        {shares.map(([key, games]) => (
          <Fact key={key} name={text(key)} share={games / played}>
            {text('count_of', { count: games, of: played })}
          </Fact>
        ))}
      </dl>
    </Block>
  )
}

function Fact({ name, share, children }: { name: string; share?: number; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {share === undefined ? null : (
        <dd className={styles.share} aria-hidden>
          <i style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </dd>
      )}
    </div>
  )
}

/** More parts than these would be a list without a shape: overs, frames, rounds. */
const MOST_PARTS = 5
const PARTS = {
  part_half: 'part_half',
  part_period: 'part_period',
  part_quarter: 'part_quarter',
  part_set: 'part_set',
  part_map: 'part_map',
} as const

function nameOfPart(text: StatisticsTexts, code: string, sportId: number): string | null {
  const { period } = partName(code, sportId)
  const key = period && PARTS[period.key as keyof typeof PARTS]
  return key ? text(key, { no: period.count }) : null
}

export function ByPeriods({ profile: { periods, season }, sportId }: ProfileProps) {
  const text = useStatisticsTexts()
  const named = periods.map((period) => ({ ...period, name: nameOfPart(text, period.code, sportId) }))
  const telling = periods.length > 1 && periods.length <= MOST_PARTS && periods.some(({ scored, conceded }) => scored + conceded > 0)
  if (!telling || named.some(({ name }) => name === null)) return null
  return (
    <Block id="team-periods" title={text('by_periods')} note={season ? <Num>{season}</Num> : text('last_year')}>
      {named.map(({ code, name, scored, conceded }) => (
        <VersusBar key={code} name={name ?? ''} left={scored} right={conceded} />
      ))}
      <p className={styles.small}>{text('by_periods_note')}</p>
    </Block>
  )
}

const perGame = (sum: number, games: number): number => (games > 0 ? Math.round((sum / games) * 100) / 100 : 0)

/** Two sides of a game beside each other, by what both have done in the season. */
export function Comparison({ profiles: [first, second], sportId }: { profiles: readonly [ProfilePage, ProfilePage]; sportId: number }) {
  const text = useStatisticsTexts()
  const [left, right] = [whole(first), whole(second)]
  if (left.played === 0 || right.played === 0) return null
  const share = (won: number, played: number) => (played > 0 ? Math.round((won / played) * 100) : 0)
  const kind = scoreKind(sportId)
  return (
    <Block id="game-comparison" title={text('comparison')} note={first.season ? <Num>{first.season}</Num> : null}>
      <VersusBar name={text('wins_share')} left={share(left.won, left.played)} right={share(right.won, right.played)} percent />
      {hasHosts(sportId) && first.home.played > 0 && second.away.played > 0 ? (
        <VersusBar
          name={text('wins_home_away')}
          left={share(first.home.won, first.home.played)}
          right={share(second.away.won, second.away.played)}
          percent
        />
      ) : null}
      {kind === null || kind === 'sets' ? null : (
        <>
          <VersusBar name={text('scored_a_game')} left={perGame(left.scored, left.played)} right={perGame(right.scored, right.played)} />
          <VersusBar
            name={text('conceded_a_game')}
            left={perGame(left.conceded, left.played)}
            right={perGame(right.conceded, right.played)}
          />
        </>
      )}
      {kind === 'goals' ? (
        <VersusBar
          name={text('both_scored_share')}
          left={share(first.bothScored, left.played)}
          right={share(second.bothScored, right.played)}
          percent
        />
      ) : null}
    </Block>
  )
}

function whole({ home, away }: ProfilePage) {
  return {
    played: home.played + away.played,
    won: home.won + away.won,
    scored: home.scored + away.scored,
    conceded: home.conceded + away.conceded,
  }
}
