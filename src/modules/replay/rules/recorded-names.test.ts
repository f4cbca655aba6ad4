import { expect, it } from 'vitest'
import { recordedChampionship, recordedSide } from './recorded-names.ts'

it('a tournament is told by its name in the language, under its country, with the season that was recorded', () => {
  expect(recordedChampionship('football', 'La Liga', '2017-18')).toMatchObject({
    country: 'ES',
    league: 'es.1-liga',
    season: '2017/18',
    names: { en: 'Spain. La Liga 2017/18', ru: 'Испания. Ла Лига 2017/18', ar: 'إسبانيا. الدوري الإسباني 2017/18' },
  })
  expect(recordedChampionship('badminton', 'Malaysia Open 2018', '2018').names).toMatchObject({
    en: 'Malaysia. Open 2018',
    ru: 'Малайзия. Открытый чемпионат 2018',
  })
  expect(recordedChampionship('volleyball', 'Bundesliga, women, play-offs', '2017-18').country).toBe('DE')
  expect(recordedChampionship('chess', 'Somewhere Cup', '2020').names['en']).toBe('World. Somewhere Cup')
})

it('a national team has the name of its country, a club that of our tables, the rest what it sounds like', () => {
  const world = recordedChampionship('football', 'FIFA World Cup', '2018')
  expect(recordedSide('Korea Republic', world, false)).toMatchObject({ country: 'KR', names: { ru: 'Республика Корея' } })
  expect(recordedSide('England', world, false)).toMatchObject({ country: 'GB-ENG', names: { ru: 'Англия' } })
  const spain = recordedChampionship('football', 'La Liga', '2017-18')
  expect(recordedSide('Atlético Madrid', spain, false)).toEqual({ country: 'ES', names: { en: 'Atlético Madrid', ru: 'Атлетико Мадрид' } })
  const nba = recordedChampionship('basketball', 'NBA', '2017-18')
  expect(recordedSide('Golden State Warriors', nba, false).names['ru']).toBe('Голден Стэйт Уорриорз')
  const open = recordedChampionship('badminton', 'Malaysia Open 2018', '2018')
  expect(recordedSide('Chen Long', open, true)).toEqual({ country: '001', names: { en: 'Chen Long', ru: 'Чэнь Лун', ar: 'تشين لونغ' } })
  expect(recordedSide('Jonatan Christie', open, true).names['ru']).toBe('Джонатан Кристи')
  expect(recordedSide('constructor', open, true).names['en']).toBe('constructor')
})
