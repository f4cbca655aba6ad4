/**
 * What every page says of a feed that is no real one, whatever the brand's own words are (feeds §11): the foot of the site and the page of
 * sources. The menu leads to no room that the feed leaves empty.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isSourced, sourcesInUse } from '#modules/content/rules/sources.ts'
import type { Env } from '#platform/server/env.ts'
import type { InformationItem, MenuItem, SiteConfig } from '#platform/shared/site-config.ts'

const SOURCES: InformationItem = { menu_key: 'sources', tag: 'house', icon: 'document', dict_key: 'information:sources_title' }
const LINK: MenuItem = { id: 'sources', langKey: 'menu_sources', actionType: 'link', link: '/information/sources' }
const WORDS = { world: 'feed_world', replay: 'feed_replay', both: 'feed_both' } as const

/** Rooms that recordings never fill: where nothing else is played the menu leads to none of them. */
const UNFILLED: ReadonlySet<string> = new Set([
  '/cyber',
  '/cyber-stream',
  '/cyber-zone',
  '/races',
  '/marble',
  '/marble-live',
  '/virtualsports',
  '/tvgames',
  '/simulated-reality',
  '/aftermatch-vs-live',
  '/alternative',
  '/politics',
  '/long',
  '/ufc',
])

function filledOnly(items: readonly MenuItem[]): MenuItem[] {
  return items
    .filter(({ link }) => link === undefined || !UNFILLED.has(link))
    .map((item) => (item.subMenuItems ? { ...item, subMenuItems: filledOnly(item.subMenuItems) } : item))
}

/** The configuration of a visit with these words; as it is where all games are real ones. */
export function feedWords({ feeds, dataDir }: Pick<Env, 'feeds' | 'dataDir'>): (config: SiteConfig) => SiteConfig {
  const played = feeds.filter(isSourced)
  const [first, second] = new Set(played)
  if (first === undefined) return (config) => config
  const dataSources = sourcesInUse(played, (shelf) => dataDir !== null && existsSync(join(dataDir, shelf)))
  const said = { title: '', text: WORDS[second === undefined ? first : 'both'] }
  const isReplayOnly = feeds.every((feed) => feed === 'replay')
  return (config) => ({
    ...config,
    header: isReplayOnly ? { ...config.header, menu: filledOnly(config.header.menu) } : config.header,
    dataSources,
    footer: { ...config.footer, menu: [...config.footer.menu, LINK], licences: [...config.footer.licences, said] },
    information: [...config.information.filter(({ menu_key }) => menu_key !== SOURCES.menu_key), SOURCES],
  })
}
