/**
 * Shares the state of the page with the window that frames it and with its own frames (specification §2, §4). It comes
 * only where the brand names origins that may frame the site; in development the site may frame itself.
 */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SharedKey, SharedState } from '#lib/cross-window.ts'
import { useInstall } from '#platform/web/install.ts'
import { linkWindows, type LinkedWindows } from '#platform/web/linked-windows.ts'
import { MODAL_STATE, useModals } from '#platform/web/modal-queue.ts'
import { useSite } from '#platform/web/features.tsx'
import { PHONE, useMedia } from '#ui/use-media.ts'
import { useTheme } from './preferences.ts'

/** Keys that hide a part of the page: what the other window says stands on the document, the styles obey. */
const HIDING = {
  headerHidden: 'headerHidden',
  bottomNavigationHidden: 'bottomHidden',
  betsHistoryTypeFilterVisible: 'historyFilter',
} as const

export function CrossWindow() {
  const site = useSite()
  const { config } = site
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [theme, setTheme] = useTheme()
  const isModalOpen = useModals().some((entry) => entry.state === MODAL_STATE.opened && !entry.toast)
  const install = useInstall()
  const isPhone = useMedia(PHONE)
  const [isBottomHidden, setBottomHidden] = useState(false)
  const links = useRef<LinkedWindows | null>(null)
  const adopt = useRef<(key: SharedKey, value: SharedState[SharedKey]) => void>(null)
  /** In place of the page that stands here: of one press in one window, Back is one step too. */
  const follow = (path: string) => {
    if (isIn(site.lng, path)) void navigate(path, { replace: true })
    else window.location.replace(path)
  }
  useEffect(() => {
    adopt.current = (key, value) => {
      if (key === 'overlayTheme') setTheme(value as SharedState['overlayTheme'])
      else if (key === 'routePath') follow(value as string)
      else if (key in HIDING) document.documentElement.dataset[HIDING[key as keyof typeof HIDING]] = String(value)
      if (key === 'bottomNavigationHidden') setBottomHidden(value as boolean)
    }
  })

  const origins = site.development ? [window.location.origin, ...(config.embed?.origins ?? [])] : (config.embed?.origins ?? [])
  const named = origins.join(' ')
  useEffect(() => {
    const linked = linkWindows({ origins: named.split(' '), onAdopt: (key, value) => adopt.current?.(key, value) })
    links.current = linked
    for (const key of ['headerHidden', 'bottomNavigationHidden'] as const) linked.shared.suggest(key, false)
    linked.shared.suggest('betsHistoryTypeFilterVisible', true)
    return () => {
      linked.close()
      links.current = null
    }
  }, [named])

  const tell = { links, named }
  // The first page of a frame is where it was set up; where it has gone since is news for all others.
  useTold(tell, 'routePath', pathname + search, hasMoved())
  useTold(tell, 'microfrontModalOpen', isModalOpen)
  useTold(tell, 'consultantAvailable', config.cashier?.consultant?.countries.includes(site.country) === true)
  useTold(tell, 'canInstallWebApp', install !== null)
  useTold(tell, 'bottomActionsVisible', isPhone && !isBottomHidden)
  // The theme of a page that has just come is no choice: what the window around it has chosen stands.
  useTold(tell, 'overlayTheme', theme, false)
  return null
}

/** Tells the other windows a value of this page: at first, which may give way to what they know already, and whenever it changes here. */
function useTold<K extends SharedKey>(
  { links, named }: { links: RefObject<LinkedWindows | null>; named: string },
  key: K,
  value: SharedState[K],
  isNews = true,
): void {
  useEffect(() => {
    const shared = links.current?.shared
    if (isNews || shared?.get(key) !== undefined) shared?.set(key, value)
    else shared?.suggest(key, value)
  }, [links, named, key, value, isNews])
}

/** Whether this window has shown another page before; where the browser does not say, it counts as if it had. */
const hasMoved = (): boolean => window.navigation?.canGoBack ?? true

/** Another language is another document. */
const isIn = (lng: string, path: string): boolean => path === `/${lng}` || path.startsWith(`/${lng}/`) || path.startsWith(`/${lng}?`)
