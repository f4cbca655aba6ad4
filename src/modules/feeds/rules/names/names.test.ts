import { describe, expect, it } from 'vitest'
import clubs from '#seed/names-clubs.json' with { type: 'json' }
import leagues from '#seed/names-leagues.json' with { type: 'json' }
import table from '#seed/world-table.json' with { type: 'json' }
import { countryNames, displayNames, leagueNames } from './display.ts'
import { shortName, shortNames } from './short-name.ts'
import { transcribe } from './transcribe.ts'

/** Known Russian names; the dictionary is not asked. */
const PAIRS: [string, string, string][] = [
  ['Freiburg', 'DE', 'Фрайбург'],
  ['Heidenheim', 'DE', 'Хайденхайм'],
  ['Augsburg', 'DE', 'Аугсбург'],
  ['Mainz', 'DE', 'Майнц'],
  ['Köln', 'DE', 'Кёльн'],
  ['Magdeburg', 'DE', 'Магдебург'],
  ['Stuttgart', 'DE', 'Штутгарт'],
  ['Wolfsburg', 'DE', 'Вольфсбург'],
  ['Sandhausen', 'DE', 'Зандхаузен'],
  ['Regensburg', 'DE', 'Регенсбург'],
  ['Sevilla', 'ES', 'Севилья'],
  ['Getafe', 'ES', 'Хетафе'],
  ['Elche', 'ES', 'Эльче'],
  ['Castellón', 'ES', 'Кастельон'],
  ['Zaragoza', 'ES', 'Сарагоса'],
  ['Tenerife', 'ES', 'Тенерифе'],
  ['Huracán', 'AR', 'Уракан'],
  ['Lanús', 'AR', 'Ланус'],
  ['Bologna', 'IT', 'Болонья'],
  ['Lecce', 'IT', 'Лечче'],
  ['Cagliari', 'IT', 'Кальяри'],
  ['Monza', 'IT', 'Монца'],
  ['Empoli', 'IT', 'Эмполи'],
  ['Spezia', 'IT', 'Специя'],
  ['Lille', 'FR', 'Лилль'],
  ['Guingamp', 'FR', 'Генган'],
  ['Lorient', 'FR', 'Лорьян'],
  ['Bordeaux', 'FR', 'Бордо'],
  ['Nantes', 'FR', 'Нант'],
  ['Rochefort', 'FR', 'Рошефор'],
  ['Porto', 'PT', 'Порту'],
  ['Famalicão', 'PT', 'Фамаликан'],
  ['Covilhã', 'PT', 'Ковилья'],
  ['Utrecht', 'NL', 'Утрехт'],
  ['Groningen', 'NL', 'Гронинген'],
  ['Eindhoven', 'NL', 'Эйндховен'],
  ['Gdańsk', 'PL', 'Гданьск'],
  ['Wrocław', 'PL', 'Вроцлав'],
  ['Szczecin', 'PL', 'Щецин'],
  ['Warta', 'PL', 'Варта'],
  ['Lubin', 'PL', 'Любин'],
  ['Olomouc', 'CZ', 'Оломоуц'],
  ['Pardubice', 'CZ', 'Пардубице'],
  ['Ostrava', 'CZ', 'Острава'],
  ['Teplice', 'CZ', 'Теплице'],
  ['Beşiktaş', 'TR', 'Бешикташ'],
  ['Konyaspor', 'TR', 'Коньяспор'],
  ['Bursaspor', 'TR', 'Бурсаспор'],
  ['Craiova', 'RO', 'Крайова'],
  ['Botoșani', 'RO', 'Ботошань'],
  ['Debrecen', 'HU', 'Дебрецен'],
  ['Kecskemét', 'HU', 'Кечкемет'],
  ['Malmö', 'SE', 'Мальмё'],
  ['Göteborg', 'SE', 'Гётеборг'],
  ['Rijeka', 'HR', 'Риека'],
  ['Osijek', 'HR', 'Осиек'],
  ['Partizan', 'RS', 'Партизан'],
  ['Krasnodar', 'RU', 'Краснодар'],
  ['Orenburg', 'RU', 'Оренбург'],
  ['Panathinaikos', 'GR', 'Панатинаикос'],
]

describe('transcription', () => {
  it('gets at least 54 of 60 known names right without the dictionary', () => {
    const wrong = PAIRS.filter(([name, country, known]) => transcribe(name, country) !== known).map(
      ([name, country, known]) => `${name} ${known}: ${transcribe(name, country)}`,
    )
    expect(PAIRS).toHaveLength(60)
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(6)
  })

  it('leaves no Latin letter in the Russian name of any team of the table', () => {
    const bad: string[] = []
    for (const row of table.leagues) {
      const country = row[1] as string
      for (const [name] of row[7] as [string, number, number][]) {
        const ru = displayNames(name, country, 'club').ru!
        if (/[a-zà-ÿ]/.test(ru) || !/[аеёиоуыэюя]/i.test(ru.replace(/[А-ЯЁ]{2,}/g, 'а'))) bad.push(`${name} → ${ru}`)
      }
    }
    expect(bad).toEqual([])
  })
})

describe('short names', () => {
  it.each([
    ['1. FC Köln', 'Köln'],
    ['FC Bayern München', 'Bayern München'],
    ['Como 1907', 'Como'],
    ['AZ', 'AZ'],
    ['SC FC', 'SC FC'],
    ['Real Sociedad de Fútbol', 'Real Sociedad'],
    ['Real Betis Balompié', 'Real Betis'],
    ['Rayo Vallecano de Madrid', 'Rayo Vallecano de Madrid'],
  ])('%s → %s', (full, short) => expect(shortName(full)).toBe(short))

  it('keeps the forms of clubs that would be equal', () => {
    expect([...shortNames(['FC Zlín', 'SK Zlín', 'FK Teplice']).values()]).toEqual(['FC Zlín', 'SK Zlín', 'Teplice'])
  })
})

describe('dictionaries', () => {
  it('knows at least 300 clubs and every league of the table', () => {
    expect(
      new Set(Object.entries(clubs).flatMap(([country, own]) => Object.values(own).map((name) => country + name))).size,
    ).toBeGreaterThanOrEqual(300)
    const known = leagues as unknown as Record<string, unknown>
    expect(table.leagues.filter((row) => !known[row[0] as string])).toEqual([])
  })

  it('names a league after its country', () => {
    expect(leagueNames('ru.ru1', 'RU', 'Russia Premier League').ru).toBe('Россия. Премьер-лига')
    expect(leagueNames('gb-eng.1-premierleague', 'GB-ENG', 'x')).toEqual({ en: 'England. Premier League', ru: 'Англия. Премьер-лига' })
    expect(leagueNames('europe.cl', 'EUROPE', 'x')).toEqual({
      en: 'Europe. UEFA Champions League',
      ru: 'Европа. Лига чемпионов УЕФА',
      ar: 'أوروبا. دوري أبطال أوروبا',
    })
    expect(leagueNames('es.cup', 'ES', 'x').ru).toBe('Испания. Кубок Короля')
    expect(['AFRICA', 'NCAMERICA', 'SAMERICA'].map((word) => countryNames(word).ru)).toEqual([
      'Африка',
      'Северная Америка',
      'Южная Америка',
    ])
    expect(countryNames('BR')).toEqual({ en: 'Brazil', ru: 'Бразилия', ar: 'البرازيل' })
    expect(displayNames('FC Bayern München', 'DE', 'club')).toEqual({ en: 'Bayern München', ru: 'Бавария' })
  })
})
