/**
 * Shares the state of the page with the window that frames it and with its own frames (specification §2, §4). It comes
 * only where the brand names origins that may frame the site; in development the site may frame itself.
 */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SharedKey, SharedState } from '#lib/cross-window.ts'
import { useInstall } from '#platform/web/install.ts'
import { linkWindows, type LinkedWindows } from '#platform/web/linked-windows.ts'
import { MODAL_STATE, useModals } from '#platform/web/modal-queue.ts'
import { useSite } from '#platform/web/features.tsx'
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
  const links = useRef<LinkedWindows | null>(null)
  const adopt = useRef<(key: SharedKey, value: SharedState[SharedKey]) => void>(null)
  useEffect(() => {
    adopt.current = (key, value) => {
      if (key === 'overlayTheme') setTheme(value as SharedState['overlayTheme'])
      else if (key === 'routePath') void navigate(value as string)
      else if (key in HIDING) document.documentElement.dataset[HIDING[key as keyof typeof HIDING]] = String(value)
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

  const isConsulting = config.cashier?.consultant?.countries.includes(site.country) === true
  useEffect(() => {
    const shared = links.current?.shared
    if (!shared) return
    shared.set('routePath', pathname + search)
    shared.set('overlayTheme', theme)
    shared.set('microfrontModalOpen', isModalOpen)
    shared.set('consultantAvailable', isConsulting)
    shared.set('canInstallWebApp', install !== null)
    shared.set('bottomActionsVisible', shared.get('bottomNavigationHidden') !== true && matchMedia('(max-width: 767px)').matches)
  }, [pathname, search, theme, isModalOpen, isConsulting, install, named])
  return null
}
