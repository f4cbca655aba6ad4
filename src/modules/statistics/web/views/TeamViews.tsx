/** A team, a player, a horse (ST-03, ST-04, ST-08). */
import { Num } from '#ui/Num.tsx'
import { formatPercent } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import type { HorsePage, PlayerPage, TeamPage } from '../../contract.ts'
import type { StatisticsPlace } from '../../rules/path.ts'
import { mayBeDrawn } from '../../rules/score-kind.ts'
import { Block, Nothing } from '../parts/Block.tsx'
import { FormChips } from '../parts/FormChips.tsx'
import { GameList } from '../parts/GameList.tsx'
import { GoalsTrend } from '../parts/GoalsTrend.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Pages, pageOf } from '../parts/Pages.tsx'
import { ByPeriods, HomeAndAway, Runs } from '../parts/Profile.tsx'
import { Figures } from '../parts/Figures.tsx'
import { Squad } from '../parts/Squad.tsx'
import { TeamName } from '../parts/TeamName.tsx'
import { signed } from '../signed.ts'
import { useStatisticsTexts } from '../texts.ts'
import { StatisticsTo, useSaidTitle, useStatisticsDates, useWidget } from '../widget/Widget.tsx'
import { CricketerView } from './CricketerView.tsx'
import styles from '../Statistics.module.css'

const PAGE = 10

export function TeamView({ page, place }: { page: TeamPage; place: StatisticsPlace }) {
  const text = useStatisticsTexts()
  const { settings } = useWidget()
  const { teams, teamId, sportId, seasons, last, next, squad, rating, form } = page
  const name = teams[teamId]?.name ?? ''
  useSaidTitle(name)
  const row = seasons[0]?.row
  const { shown, at, pages } = pageOf(last, PAGE, settings.page)
  return (
    <>
      <PageHead kind={text(page.person ? 'view_player' : 'view_team')} title={name} country={teams[teamId]?.country}>
        {form.length > 0 ? <FormChips form={form} /> : null}
      </PageHead>
      {row ? (
        <Figures
          items={[
            [text('played_word'), String(row.played)],
            [text('won_word'), String(row.won)],
            ...(mayBeDrawn(sportId) ? ([[text('drawn_word'), String(row.drawn)]] as const) : []),
            [text('lost_word'), String(row.lost)],
            [text('scored_word'), `${row.scored}:${row.conceded}`],
            ...(rating ? ([[text('rating'), String(rating.value)]] as const) : []),
          ]}
        />
      ) : null}
      <div className={styles.columns}>
        <Block id="team-last" title={text('last_games')}>
          {last.length === 0 ? (
            <Nothing>{text('no_games')}</Nothing>
          ) : (
            <GameList games={shown} teams={teams} sportId={sportId} teamId={teamId} />
          )}
          <Pages place={place} at={at} pages={pages} />
        </Block>
        {last.length > 1 ? (
          <Block id="team-trend" title={text('goals_trend')}>
            <GoalsTrend games={last} teamId={teamId} teams={teams} />
          </Block>
        ) : null}
        <Block id="team-next" title={text('next_games')}>
          {next.length === 0 ? <Nothing>{text('no_next')}</Nothing> : <GameList games={next} teams={teams} sportId={sportId} />}
        </Block>
        {page.person ? null : <HomeAndAway profile={page.profile} sportId={sportId} />}
        <Runs profile={page.profile} sportId={sportId} />
        <ByPeriods profile={page.profile} sportId={sportId} />
        <Seasons page={page} />
        {squad.length > 0 ? (
          <Block id="team-squad" title={text('squad')}>
            <Squad players={squad} sportId={sportId} />
          </Block>
        ) : null}
      </div>
    </>
  )
}

function Seasons({ page: { seasons, sportId, rating } }: { page: TeamPage }) {
  const text = useStatisticsTexts()
  if (seasons.length === 0) return null
  return (
    <Block id="team-seasons" title={text('seasons')} note={rating ? text('rating_place', { place: rating.place, of: rating.of }) : null}>
      <table className={styles.table}>
        <caption className="visually-hidden">{text('seasons')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('season')}</th>
            <th scope="col" data-number="">
              {text('place')}
            </th>
            <th scope="col" data-number="">
              {text('played')}
            </th>
            <th scope="col" data-number="">
              {text('difference')}
            </th>
            <th scope="col" data-number="">
              {text('points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {seasons.map(({ championship, season, row }) => (
            <tr key={`${championship.id}-${season.id}`}>
              <th scope="row">
                <SeasonLink sportId={sportId} championship={championship} season={season} />
              </th>
              <td data-number="">
                <Num>{String(row.place)}</Num>
              </td>
              <td data-number="">
                <Num>{String(row.played)}</Num>
              </td>
              <td data-number="">
                <Num>{signed(row.scored - row.conceded)}</Num>
              </td>
              <td data-number="" data-strong="">
                <Num>{String(row.points)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}

type SeasonRow = TeamPage['seasons'][number]

function SeasonLink({ championship, season, sportId }: Pick<SeasonRow, 'championship' | 'season'> & { sportId: number }) {
  const { settings } = useWidget()
  return (
    <StatisticsTo
      place={settings.tournamentLinks ? { view: 'tournament', sportId, id: String(championship.id), seasonId: season.id } : null}
      className={styles.link}
    >
      <Num>{season.label}</Num> <small>{championship.name}</small>
    </StatisticsTo>
  )
}

export function PlayerView({ page }: { page: PlayerPage }) {
  return page.cricket ? <CricketerView page={page} totals={page.cricket} /> : <AnyPlayer page={page} />
}

function AnyPlayer({ page }: { page: PlayerPage }) {
  const text = useStatisticsTexts()
  const { name, teamId, teams, sportId, games, goals, cards, playerId, profile, form } = page
  useSaidTitle(name)
  const athlete = teamId > 0
  const { lng } = useUi()
  const own = games.map(({ game }) => game)
  const [won, lost] = profile ? [profile.home.won + profile.away.won, profile.home.lost + profile.away.lost] : [0, 0]
  return (
    <>
      <PageHead kind={text('view_player')} title={name} country={teams[athlete ? teamId : playerId]?.country}>
        {athlete ? <TeamName id={teamId} teams={teams} sportId={sportId} /> : null}
        {form.length > 0 ? <FormChips form={form} /> : null}
      </PageHead>
      <Figures
        items={
          athlete
            ? [
                [text('noted_games'), String(games.length)],
                [text('goals'), String(goals)],
                [text('cards'), String(cards)],
              ]
            : [
                [text('games_of_year'), String(won + lost)],
                [text('won_word'), String(won)],
                [text('lost_word'), String(lost)],
                ...(won + lost > 0 ? ([[text('win_share'), formatPercent(Math.round((won / (won + lost)) * 100), lng)]] as const) : []),
              ]
        }
      />
      <div className={styles.columns}>
        <Block id="player-games" title={text(athlete ? 'noted_games' : 'last_games')}>
          {games.length === 0 ? (
            <Nothing>{text(athlete ? 'no_noted_games' : 'no_games')}</Nothing>
          ) : (
            <GameList games={own} teams={teams} sportId={sportId} teamId={athlete ? teamId : playerId} />
          )}
        </Block>
        {profile ? <Runs profile={profile} sportId={sportId} /> : null}
        {profile ? <ByPeriods profile={profile} sportId={sportId} /> : null}
      </div>
    </>
  )
}

const SEXES = { m: 'sex_m', f: 'sex_f', g: 'sex_g' } as const

export function HorseView({ page }: { page: HorsePage }) {
  const text = useStatisticsTexts()
  const format = useStatisticsDates()
  useSaidTitle(page.name)
  const facts = [
    [text('jockey'), page.jockey],
    [text('trainer'), page.trainer],
  ] as const
  return (
    <>
      <PageHead kind={text('view_horse')} title={page.name}>
        <ul className={styles.facts}>
          {page.sex in SEXES ? <li>{text(SEXES[page.sex as keyof typeof SEXES])}</li> : null}
          {facts.map(([name, value]) =>
            value ? (
              <li key={name}>
                {name}: <bdi>{value}</bdi>
              </li>
            ) : null,
          )}
          {page.form ? (
            <li>
              {text('last_places')}: <Num>{page.form}</Num>
            </li>
          ) : null}
        </ul>
      </PageHead>
      <Figures
        items={[
          ...(page.starts > 0
            ? ([
                [text('starts'), String(page.starts)],
                [text('won_word'), String(page.wins)],
                [text('placed'), String(page.placed)],
              ] as const)
            : []),
          ...(page.age > 0 ? ([[text('age'), String(page.age)]] as const) : []),
          ...(page.rating > 0 ? ([[text('rating'), String(page.rating)]] as const) : []),
        ]}
      />
      <Block id="horse-races" title={text('races')} wide>
        {page.races.length === 0 ? <Nothing>{text('no_races')}</Nothing> : <Races page={page} />}
      </Block>
      {page.next.length > 0 ? (
        <Block id="horse-next" title={text('next_races')} wide>
          <ul className={styles.plainList}>
            {page.next.map(({ ci, startsAt, name }) => (
              <li key={ci}>
                <Num>{format(startsAt, 'dd.MM / HH:mm')}</Num> <RaceLink ci={ci} sportId={page.sportId} name={name} />
              </li>
            ))}
          </ul>
        </Block>
      ) : null}
    </>
  )
}

function RaceLink({ ci, sportId, name }: { ci: number; sportId: number; name: string }) {
  return (
    <StatisticsTo place={{ view: 'game', sportId, id: String(ci), tab: 'main' }} className={styles.link}>
      <bdi>{name}</bdi>
    </StatisticsTo>
  )
}

function Races({ page: { races, sportId } }: { page: HorsePage }) {
  const text = useStatisticsTexts()
  const format = useStatisticsDates()
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{text('races')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('graph_time')}</th>
          <th scope="col">{text('races')}</th>
          <th scope="col" data-wide="">
            {text('distance')}
          </th>
          <th scope="col" data-wide="">
            {text('jockey')}
          </th>
          <th scope="col" data-number="">
            {text('finish')}
          </th>
        </tr>
      </thead>
      <tbody>
        {races.map((race) => (
          <tr key={race.ci}>
            <td>
              <Num>{format(race.startsAt, 'dd.MM / HH:mm')}</Num>
            </td>
            <th scope="row">
              <RaceLink ci={race.ci} sportId={sportId} name={race.name} />
            </th>
            <td data-wide="">{race.distanceM > 0 ? <bdi>{text('metres', { count: race.distanceM })}</bdi> : '–'}</td>
            <td data-wide="">
              <bdi>{race.jockey || '–'}</bdi>
            </td>
            <td data-number="" data-strong={race.place === 1 || undefined}>
              {race.place > 0 ? (
                <>
                  <Num>{String(race.place)}</Num> <small>{text('of_runners', { count: race.of })}</small>
                </>
              ) : (
                <small>{text('not_finished')}</small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
