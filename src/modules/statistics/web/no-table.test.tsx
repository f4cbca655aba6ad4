import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { StagePage, TournamentPage } from '../contract.ts'

vi.mock('./texts.ts', () => ({
  useStatisticsTexts: () => (key: string) => `[${key}]`,
  useOriginWord: (origin: string) => origin && `[origin_${origin}]`,
}))
vi.mock('./widget/Widget.tsx', () => ({
  StatisticsTo: ({ children, place }: { children: unknown; place: { view: string } | null }) => (
    <a href={place?.view}>{children as string}</a>
  ),
  useSaidTitle: () => {},
  useStatisticsDates: () => () => '',
  useWidget: () => ({ settings: { header: true, seasons: true }, hidden: new Set(), toggle: () => {} }),
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { StageView, TournamentView } = await import('./views/LeagueViews.tsx')

const ROW = { place: 1, teamId: 5, played: 1, won: 1, drawn: 0, lost: 0, scored: 1, conceded: 0, points: 1, form: [] }
const page = (sportId: number, noTable: StagePage['noTable']): StagePage & TournamentPage => ({
  championship: { id: 7, name: 'Cup', country: '', sportId },
  origin: 'recorded',
  stageId: '',
  season: { id: 2026, label: '2026' },
  seasons: [],
  side: 'all',
  table: noTable ? [] : [ROW],
  noTable,
  last: [],
  next: [],
  teams: { 5: { name: 'Vale', country: '' } },
  pastComing: false,
  cup: false,
  played: noTable === 'field' ? 0 : 4,
  average: 0.99,
  homeWins: 50,
  draws: 0,
  awayWins: 50,
  editions: [],
  scorers: [],
})
const stage = (sportId: number, why: StagePage['noTable']) =>
  renderToStaticMarkup(<StageView page={page(sportId, why)} place={{ view: 'stage', sportId, id: '7' }} />)
const tournament = (sportId: number, why: StagePage['noTable']) =>
  renderToStaticMarkup(<TournamentView page={page(sportId, why)} place={{ view: 'tournament', sportId, id: '7', seasonId: 0 }} />)

it('a cup leads to its bracket, races say that they are no matches; neither has a choice of home and away', () => {
  expect(stage(1, 'cup')).toMatch(/\[no_table_cup\] <a href="tournament">\[bracket\]<\/a>/)
  expect(stage(44, 'field')).toContain('[no_table_field]')
  expect(stage(1, 'cup') + stage(44, 'field')).not.toMatch(/\[no_table\]|\[side_home\]/)
  expect(tournament(44, 'field')).not.toMatch(/\[no_table\]|\[played_word\]|\[average|\[view_rating\]/)
  expect(stage(1, 'unplayed')).toContain('[no_table]')
  expect(stage(1, 'recorded')).toContain('[no_table_recorded]')
  expect(tournament(1, 'recorded')).not.toMatch(/\[played_word\]|\[average|\[view_rating\]/)
})

it('teams have hosts and goals; of a bout the first wins, and its score has no name', () => {
  expect(tournament(1, null)).toMatch(/\[average_goals\][^]*\[home_wins\][^]*\[team\]/)
  expect(stage(1, null)).toContain('[side_home]')
  for (const sport of [9, 11, 189]) {
    expect(tournament(sport, null)).toMatch(/\[first_wins\][^]*\[second_wins\][^]*\[participant\]/)
    expect(tournament(sport, null) + stage(sport, null)).not.toMatch(/\[average_|\[home_wins\]|\[team\]|\[side_home\]/)
  }
})

it('the head of a page says that its games are recordings', () => {
  for (const html of [stage(1, null), tournament(1, null)]) expect(html).toMatch(/<p[^>]*>\[view_\w+\] · 2026 · \[origin_recorded\]<\/p>/)
})
