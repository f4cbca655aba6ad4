/** A stage, a championship in one season, strengths (ST-05, ST-06, ST-07, ST-10). */
import { Num } from '#ui/Num.tsx'
import type { RatingPage, SeasonName, StagePage, TournamentPage } from '../../contract.ts'
import type { StatisticsPlace } from '../../rules/path.ts'
import { hasHosts, mayBeDrawn, scoreKind } from '../../rules/score-kind.ts'
import { OutcomeBar } from '../parts/Bars.tsx'
import { Block, Nothing } from '../parts/Block.tsx'
import { Bracket } from '../parts/Bracket.tsx'
import { Figures } from '../parts/Figures.tsx'
import { FormChips } from '../parts/FormChips.tsx'
import { GameList } from '../parts/GameList.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Pages, pageOf } from '../parts/Pages.tsx'
import { PlayerLink } from '../parts/PlayerLink.tsx'
import { NoTable } from '../parts/NoTable.tsx'
import { StandingsTable } from '../parts/StandingsTable.tsx'
import { TeamName } from '../parts/TeamName.tsx'
import { signed } from '../signed.ts'
import { useStatisticsTexts } from '../texts.ts'
import { StatisticsTo, useSaidTitle, useWidget } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

const PAGE = 50

export function StageView({ page, place }: { page: StagePage; place: StatisticsPlace }) {
  const text = useStatisticsTexts()
  const { championship, season, side, table, teams, last, next } = page
  useSaidTitle(`${championship.name} · ${season.label}`)
  return (
    <>
      <PageHead
        kind={`${text('view_stage')} · ${season.label}`}
        title={championship.name}
        country={championship.country}
        origin={page.origin}
      >
        {table.length > 0 && hasHosts(championship.sportId) ? <Sides side={side} place={place} /> : null}
      </PageHead>
      <Block id="stage-table" title={text('tab_table')} wide>
        {table.length === 0 ? (
          <NoTable championship={championship} seasonId={season.id} why={page.noTable} />
        ) : (
          <StandingsTable rows={table} teams={teams} sportId={championship.sportId} caption={championship.name} />
        )}
      </Block>
      <div className={styles.columns}>
        <Games id="stage-last" title={text('results')} games={last} page={page} />
        <Games id="stage-next" title={text('next_games')} games={next} page={page} />
      </div>
    </>
  )
}

function Sides({ side, place }: { side: StagePage['side']; place: StatisticsPlace }) {
  const text = useStatisticsTexts()
  return (
    <nav className={styles.choices} aria-label={text('side')}>
      {(['all', 'home', 'away'] as const).map((one, tt) => (
        <StatisticsTo
          key={one}
          place={place}
          query={{ tt: tt === 0 ? null : String(tt) }}
          replace
          className={styles.choice}
          current={one === side}
        >
          {text(`side_${one}`)}
        </StatisticsTo>
      ))}
    </nav>
  )
}

function Games({
  id,
  title,
  games,
  page,
}: {
  id: string
  title: string
  games: StagePage['last']
  page: Pick<StagePage, 'teams' | 'championship'>
}) {
  if (games.length === 0) return null
  return (
    <Block id={id} title={title}>
      <GameList games={games} teams={page.teams} sportId={page.championship.sportId} oneChampionship />
    </Block>
  )
}

interface TournamentProps {
  page: TournamentPage
  place: Extract<StatisticsPlace, { view: 'tournament' | 'cyber' }>
}

export function TournamentView({ page, place }: TournamentProps) {
  const text = useStatisticsTexts()
  const { championship, season, seasons, cup, table, editions, teams, last, next, scorers } = page
  useSaidTitle(`${championship.name} · ${season.label}`)
  const sportId = championship.sportId
  // Races and recordings that are repeated have no sums.
  const isUncounted = page.noTable === 'field' || page.noTable === 'recorded'
  const unit = scoreKind(sportId)
  const [first, second] = hasHosts(sportId) ? (['home_wins', 'away_wins'] as const) : (['first_wins', 'second_wins'] as const)
  return (
    <>
      <PageHead
        kind={`${text(place.view === 'cyber' ? 'view_cyber' : 'view_tournament')} · ${season.label}`}
        title={championship.name}
        country={championship.country}
        origin={page.origin}
      >
        <Seasons seasons={seasons} current={season.id} place={place} />
      </PageHead>
      {isUncounted ? null : (
        <Figures
          items={[
            [text('played_word'), String(page.played)],
            ...(unit && page.played > 0 ? ([[text(`average_${unit}`), String(page.average)]] as const) : []),
          ]}
        />
      )}
      {page.played > 0 ? (
        <Block id="tournament-outcomes" title={text('outcomes')} wide>
          <OutcomeBar
            parts={[
              { key: 'home', name: text(first), percent: page.homeWins },
              ...(mayBeDrawn(sportId) || page.draws > 0 ? [{ key: 'draw' as const, name: text('draws_word'), percent: page.draws }] : []),
              { key: 'away', name: text(second), percent: page.awayWins },
            ]}
          />
        </Block>
      ) : null}
      {cup && (editions.length > 0 || page.played > 0) ? (
        <Block id="tournament-bracket" title={text('bracket')} wide>
          {editions.length > 0 ? <Bracket editions={editions} teams={teams} sportId={sportId} /> : <Nothing>{text('no_bracket')}</Nothing>}
        </Block>
      ) : null}
      {cup && table.length === 0 ? null : (
        <Block id="tournament-table" title={text('tab_table')} note={isUncounted ? null : <TableLinks page={page} />} wide>
          {table.length === 0 ? (
            <NoTable championship={championship} seasonId={season.id} why={page.noTable} />
          ) : (
            <StandingsTable rows={table} teams={teams} sportId={sportId} caption={championship.name} />
          )}
        </Block>
      )}
      <div className={styles.columns}>
        <Games id="tournament-last" title={text('results')} games={last} page={page} />
        <Games id="tournament-next" title={text('next_games')} games={next} page={page} />
        {scorers.length > 0 ? <Scorers page={page} /> : null}
      </div>
    </>
  )
}

function TableLinks({ page: { championship } }: { page: TournamentPage }) {
  const text = useStatisticsTexts()
  const id = String(championship.id)
  return (
    <>
      <StatisticsTo place={{ view: 'stage', sportId: championship.sportId, id }} className={styles.link}>
        {text('stage_link')}
      </StatisticsTo>
      {' · '}
      <StatisticsTo place={{ view: 'rating', sportId: championship.sportId, id }} className={styles.link}>
        {text('view_rating')}
      </StatisticsTo>
    </>
  )
}

function Seasons({ seasons, current, place }: { seasons: readonly SeasonName[]; current: number; place: TournamentProps['place'] }) {
  const text = useStatisticsTexts()
  const { settings } = useWidget()
  if (!settings.seasons || seasons.length < 2) return null
  return (
    <nav className={styles.choices} aria-label={text('season')}>
      {seasons.map(({ id, label }) => (
        <StatisticsTo key={id} place={{ ...place, seasonId: id }} replace className={styles.choice} current={id === current}>
          <Num>{label}</Num>
        </StatisticsTo>
      ))}
    </nav>
  )
}

function Scorers({ page: { scorers, teams, championship } }: { page: TournamentPage }) {
  const text = useStatisticsTexts()
  return (
    <Block id="tournament-scorers" title={text('scorers')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{text('scorers')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('name')}</th>
            <th scope="col">{text('team')}</th>
            <th scope="col" data-number="">
              {text('goals')}
            </th>
          </tr>
        </thead>
        <tbody>
          {scorers.map(({ id, name, teamId, goals }) => (
            <tr key={id}>
              <th scope="row">
                <PlayerLink id={id} name={name} sportId={championship.sportId} />
              </th>
              <td>
                <TeamName id={teamId} teams={teams} sportId={championship.sportId} />
              </td>
              <td data-number="" data-strong="">
                <Num>{String(goals)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}

export function RatingView({ page, place }: { page: RatingPage; place: StatisticsPlace }) {
  const text = useStatisticsTexts()
  const { settings } = useWidget()
  const { championship, rows, teams, sportId } = page
  useSaidTitle([text('view_rating'), championship?.name].filter(Boolean).join(' · '))
  const { shown, at, pages } = pageOf(rows, PAGE, settings.page)
  return (
    <>
      <PageHead kind={text('view_rating')} title={championship?.name ?? text('strength')} country={championship?.country}>
        <span className={styles.note}>{text(championship ? 'rating_note' : 'rating_note_sport')}</span>
      </PageHead>
      <Block id="rating-table" title={text('strength')} wide>
        {rows.length === 0 ? <Nothing>{text('no_rating')}</Nothing> : <Strengths rows={shown} all={rows} teams={teams} sportId={sportId} />}
      </Block>
      <Pages place={place} at={at} pages={pages} />
    </>
  )
}

/** `all`: bars of every page have one measure. */
function Strengths({ rows, all, teams, sportId }: Pick<RatingPage, 'rows' | 'teams' | 'sportId'> & { all: RatingPage['rows'] }) {
  const text = useStatisticsTexts()
  const [most = 1, least = 0] = [all[0]?.rating, all.at(-1)?.rating]
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{text('strength')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.place}>
            {text('place')}
          </th>
          <th scope="col">{text(hasHosts(sportId) ? 'team' : 'participant')}</th>
          <th scope="col" data-wide="" className={styles.barColumn} aria-hidden />
          <th scope="col" data-number="">
            {text('rating')}
          </th>
          <th scope="col" data-number="">
            <abbr title={text('change')}>±</abbr>
          </th>
          <th scope="col" className={styles.formColumn}>
            {text('form')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, teamId, rating, change, form }) => (
          <tr key={teamId}>
            <td className={styles.place}>
              <Num>{String(place)}</Num>
            </td>
            <th scope="row">
              <TeamName id={teamId} teams={teams} sportId={sportId} />
            </th>
            <td data-wide="" className={styles.barColumn} aria-hidden>
              <i className={styles.bar} style={{ inlineSize: `${most > least ? 8 + (92 * (rating - least)) / (most - least) : 50}%` }} />
            </td>
            <td data-number="" data-strong="">
              <Num>{String(rating)}</Num>
            </td>
            <td data-number="" data-direction={change > 0 ? 'up' : change < 0 ? 'down' : undefined}>
              <Num>{signed(change, 1)}</Num>
            </td>
            <td className={styles.formColumn}>
              <FormChips form={form} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
