import { withoutLanguage } from '#lib/language-tag.ts'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { LiveCount } from '#modules/line/web/index.ts'
import type { MenuItem } from '#platform/shared/site-config.ts'
import { useInstall } from '#platform/web/install.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { InstallItem } from './InstallItem.tsx'
import { splitHeader } from './menu.ts'
import styles from './Header.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

/** Sections in one row: at most nine, as many as the width takes, the rest under "More" (SH-04). */
export function HeaderNav({ items }: { items: readonly MenuItem[] }) {
  const text = useTexts<ShellTexts>('shell')
  const label = useMenuLabel()
  const most = splitHeader(items).shown
  const install = useInstall()
  const row = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState<number | null>(null)
  const [slack, setSlack] = useState(0)
  const more = splitHeader(items, fitting ?? most.length).more
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    // Items that do not fit wrap to a second line, which is not drawn: the first line is what fits.
    const look = () => {
      const tops = [...element.children].map((child) => (child as HTMLElement).offsetTop)
      const first = element.firstElementChild as HTMLElement | null
      // A first one that is wider than the row stays in its line and would lie under "More".
      const count = (first?.offsetWidth ?? 0) > element.clientWidth ? 0 : tops.filter((top) => top === tops[0]).length
      setFitting(count)
      setSlack(slackAfter(element, count))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [most.length])
  return (
    <nav className={styles.nav} aria-label={text('sections')}>
      <div ref={row} className={styles.navRow} data-measured={fitting === null ? undefined : ''}>
        {most.map((item, at) => (
          <div key={item.id} className={styles.navItem} data-hidden={fitting !== null && at >= fitting ? '' : undefined}>
            {item.subMenuItems ? <SubMenu name={label(item)} items={item.subMenuItems} /> : <NavItem item={item} />}
          </div>
        ))}
      </div>
      {more.length || install ? (
        <div className={styles.after} style={{ insetInlineEnd: slack }}>
          <SubMenu name={text('more')} items={more} extra={<InstallItem className={styles.moreItem} />} />
        </div>
      ) : null}
    </nav>
  )
}

/** What is left of the row behind its last item: "More" is drawn that much nearer, which moves nothing else. */
function slackAfter(row: HTMLElement, count: number): number {
  if (count === 0) return Math.floor(row.getBoundingClientRect().width)
  const first = row.firstElementChild?.getBoundingClientRect()
  const last = row.children[count - 1]?.getBoundingClientRect()
  if (!first || !last) return 0
  const used = Math.max(last.right - first.left, first.right - last.left)
  return Math.max(0, Math.floor(row.getBoundingClientRect().width - used))
}

function NavItem({ item }: { item: MenuItem }) {
  const { pathname } = useLocation()
  const label = useMenuLabel()(item)
  const here = isHere(pathname, item.link)
  return (
    <SiteLink to={item.link ?? '/'} className={styles.item} aria-current={here ? 'page' : undefined}>
      {item.id === 'live' ? <LiveDot /> : null}
      {label}
      {item.id === 'live' ? <LiveCount /> : null}
    </SiteLink>
  )
}

/** The second level of the menu: opened by a press or the arrow down, left by Esc, Tab or a press beside it. */
function SubMenu({ name, items, extra }: { name: string; items: MenuItem[]; extra?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const label = useMenuLabel()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' && open) {
      setOpen(false)
      button.current?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    flushSync(() => setOpen(true))
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links.at((at + (event.key === 'ArrowDown' ? 1 : at < 0 ? 0 : -1)) % links.length)?.focus()
  }
  return (
    <div
      className={styles.more}
      role="presentation"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
      onKeyDown={onKeyDown}
    >
      <button ref={button} type="button" className={styles.item} aria-expanded={open} onClick={() => setOpen(!open)}>
        {name}
        <Icon name="chevron-down" size={14} />
      </button>
      {open ? (
        <div ref={list} className={styles.moreList}>
          {items.map((item) => (
            <SiteLink key={item.id} to={item.link ?? '/'} className={styles.moreItem} onClick={() => setOpen(false)}>
              {label(item)}
            </SiteLink>
          ))}
          {extra}
        </div>
      ) : null}
    </div>
  )
}

/** The brand's own text of an item, else the text of its key. */
export function useMenuLabel(): (item: MenuItem) => string {
  const text = useTexts<ShellTexts>('shell')
  return (item) => item.text ?? text(item.langKey as keyof ShellTexts as never)
}

function isHere(pathname: string, link: string | undefined): boolean {
  const path = withoutLanguage(pathname) || '/'
  if (link === '/line' && path === '/') return true
  return link !== undefined && link !== '/' && (path === link || path.startsWith(`${link}/`))
}
