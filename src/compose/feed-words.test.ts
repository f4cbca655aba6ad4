/** What the foot and the page of sources say comes from the feed in use, whatever the brand says itself (feeds §11, data rule 5). */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { factsOf, pageOf, type PageTexts } from '#modules/content/rules/information.ts'
import { sourceLines } from '#modules/content/rules/sources.ts'
import { loadBrands } from '#modules/brand/server/index.ts'
import { loadTexts } from '#platform/server/texts.ts'
import table from '#seed/data-sources.json' with { type: 'json' }
import { feedWords } from './feed-words.ts'

const texts = loadTexts(resolve('locales'))
const pack = mkdtempSync(join(tmpdir(), 'pack-'))
for (const shelf of table.flatMap(({ shelf }) => shelf ?? [])) mkdirSync(join(pack, shelf), { recursive: true })

function visit(brand: string, feeds: Parameters<typeof feedWords>[0]['feeds'], dataDir: string | null = pack) {
  const brands = loadBrands(resolve('brands'), 'development', { saying: feedWords({ feeds, dataDir }) })
  const { config } = brands.byId(brand)
  config.footer.licences = [{ title: 'Own', text: 'A licence of its own' }]
  return brands.visitOf({ host: config.hosts[0]!, url: '/ru/line', query: {}, cookies: {} }).config
}
const foot = (config: ReturnType<typeof visit>) => config.footer.licences.map(({ text }) => text)

it.each(['polosa', 'kairos'])('every page of %s says which games it shows and leads to their sources', (brand) => {
  for (const [feeds, word] of [
    [['world'], 'feed_world'],
    [['replay'], 'feed_replay'],
    [['replay', 'world'], 'feed_both'],
  ] as const) {
    const config = visit(brand, [...feeds])
    expect(foot(config)).toEqual(['A licence of its own', word])
    for (const lng of ['ru', 'en', 'ar']) expect(texts.dictionary(lng)['shell']![word]).toBeTruthy()
    expect(config.footer.menu.at(-1)).toMatchObject({ link: '/information/sources' })
    expect(pageOf(config, 'sources')).toBe('sources')
    // It is no licence.
    const given = { config, texts: texts.dictionary('en')['information'] as PageTexts, country: 'DE', lng: 'en', now: 0 }
    expect(factsOf('licenses', given)).toEqual(['Own. A licence of its own'])
  }
})

it('the menu leads to no room that recordings leave empty', () => {
  type Items = ReturnType<typeof visit>['header']['menu']
  const links = (items: Items): string[] =>
    items.flatMap(({ link, subMenuItems }) => [...(link ? [link] : []), ...links(subMenuItems ?? [])])
  const [replayed, both] = [links(visit('polosa', ['replay']).header.menu), links(visit('polosa', ['replay', 'world']).header.menu)]
  expect(replayed).toEqual(expect.arrayContaining(['/line', '/live', '/cricket', '/top-events', '/results']))
  expect(['/cyber', '/races', '/marble', '/politics'].filter((link) => replayed.includes(link))).toEqual([])
  expect(both).toEqual(expect.arrayContaining([...replayed, '/cyber', '/races', '/marble', '/politics']))
})

it('a feed of real games adds nothing', () => {
  const config = visit('kairos', ['uof'])
  expect([foot(config), pageOf(config, 'sources'), config.dataSources]).toEqual([['A licence of its own'], null, undefined])
})

it('the page names whoever has made what is shown, with the licence and the sentence that it asks for, in every language', () => {
  const named = (feeds: Parameters<typeof visit>[1], lng = 'en', dataDir: string | null = pack) =>
    sourceLines(visit('polosa', feeds, dataDir).dataSources!, texts.dictionary(lng)['information'] as PageTexts)
  const replayed = named(['replay'])
  expect(replayed.find(({ by }) => by.startsWith('Wyscout'))).toMatchObject({
    licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    uses: expect.stringContaining('Changed: 175 matches selected'),
  })
  expect(replayed.find(({ by }) => by === 'Retrosheet')!.notice).toMatch(/copyrighted by Retrosheet\. Interested parties may contact/)
  expect(replayed.map(({ by }) => by)).toEqual(expect.arrayContaining(['openfootball', 'Cricsheet', 'openvolley']))
  // A shelf that is not there is not replayed.
  expect(named(['replay'], 'en', null).map(({ by }) => by)).toEqual(['jokecamp/FootballData, football-data.co.uk'])
  // What the table of the house is made of is said without the pack too.
  expect(named(['world'], 'en', null).find(({ by }) => by === 'openfootball')!.uses).toMatch(/strengths of teams/)
  for (const lng of ['ru', 'ar'])
    for (const [n, { uses }] of named(['world', 'replay'], lng).entries()) {
      expect(uses, `${lng} ${table[n]!.id}`).not.toBe('')
      expect(uses).not.toBe(named(['world', 'replay'])[n]!.uses)
    }
})
