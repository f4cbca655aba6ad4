import type { MenuItem } from '#platform/shared/site-config.ts'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { useMenuLabel } from './HeaderNav.tsx'
import { useOpenItems } from './menu.ts'
import styles from './CasinoHome.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

/** Sections with games and draws; everything else is betting. */
const GAMES: ReadonlySet<string> = new Set([
  'casino',
  'live-casino',
  'games',
  'slots',
  'toto',
  'virtual',
  'tv-games',
  'lotto',
  'bingo',
  'poker',
])

const ICONS: Readonly<Record<string, IconName>> = {
  line: 'line',
  live: 'live',
  cyber: 'esports',
  casino: 'casino',
  'live-casino': 'tv',
  games: 'game',
  toto: 'toto',
  promo: 'promo',
  results: 'results',
  virtual: 'esports',
  'tv-games': 'tv',
  lotto: 'grid',
  bingo: 'grid',
  poker: 'crown',
  topgame: 'star',
  'top-events': 'flame',
  recommendation: 'check-circle',
  'express-day': 'bolt',
  'multi-live': 'columns',
  champions: 'crown',
  betsonyour: 'users',
  team: 'shield',
  filter: 'filter',
  long: 'calendar',
  alternative: 'swap',
  'simulated-reality': 'globe',
  'aftermatch-vs-live': 'history',
  'cyber-stream': 'tv',
  'cyber-zone': 'esports',
  best: 'percent',
  duel: 'user-plus',
  politics: 'chat',
}

/** Every section that this visitor can open, without the groups of the menu around them. */
function useSections(): MenuItem[] {
  const items = useOpenItems(useSite().config.header.menu)
  return items.flatMap((item) => item.subMenuItems ?? [item]).filter(({ link }) => link !== undefined && link !== '/')
}

/** The casino's home shows what there is, and says plainly when there is no casino yet. */
export function CasinoHome() {
  const text = useTexts<ShellTexts>('shell')
  const open = useOpenPages()('/casino')
  const sections = useSections()
  const games = sections.filter(({ id }) => GAMES.has(id))
  return (
    <>
      <section className={styles.hero}>
        <h1 className={styles.title}>{text('casino_home_title')}</h1>
        <p>{text(open ? 'casino_home_open' : 'casino_home_closed')}</p>
        {open ? (
          <SiteLink className={styles.main} to="/casino">
            <Icon name="casino" size={18} />
            {text('casino_home_enter')}
          </SiteLink>
        ) : null}
      </section>
      <Cards title={text('casino_home_games')} items={games} />
      <Cards title={text('casino_home_sport')} items={sections.filter(({ id }) => !GAMES.has(id))} />
    </>
  )
}

/** On a mixed home: the way to the games in one row over the line, only where there are any. */
export function GamesStrip() {
  const text = useTexts<ShellTexts>('shell')
  const label = useMenuLabel()
  const games = useSections().filter(({ id }) => GAMES.has(id))
  if (games.length === 0) return null
  return (
    <nav className={styles.strip} aria-label={text('casino_home_games')}>
      <b>{text('casino_home_games')}</b>
      <ul className={styles.cards} style={{ flex: '1 1 320px' }}>
        {games.map((item) => (
          <Card key={item.id} item={item} name={label(item)} />
        ))}
      </ul>
    </nav>
  )
}

function Cards({ title, items }: { title: string; items: readonly MenuItem[] }) {
  const label = useMenuLabel()
  if (items.length === 0) return null
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul className={styles.cards}>
        {items.map((item) => (
          <Card key={item.id} item={item} name={label(item)} />
        ))}
      </ul>
    </section>
  )
}

function Card({ item, name }: { item: MenuItem; name: string }) {
  return (
    <li>
      <SiteLink className={styles.card} to={item.link ?? '/'}>
        <Icon name={(item.icon as IconName | undefined) ?? ICONS[item.id] ?? 'sport'} size={22} />
        <span>{name}</span>
      </SiteLink>
    </li>
  )
}
