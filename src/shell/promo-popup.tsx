/** Popups of the brand: one at a time, each once a browser, never before the choice about cookies (SH-29). */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { popupsCall } from '#modules/content/contract.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { modals } from '#platform/web/modal-queue.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { Modal } from '#ui/Overlay.tsx'
import styles from './PromoPopup.module.css'

type Popup = Awaited<ReturnType<typeof call<typeof popupsCall>>>[number]

/** Pages on which somebody does something: nothing lies over a form or money. */
const QUIET = /^\/[a-z]{2}\/(?:login|registration|social|oauth|two-factor|password|office|dev)/

export function usePromoPopups(): void {
  const { pathname } = useLocation()
  const { config } = useSite()
  const navigate = useRef<(to: string) => void>(() => {})
  navigate.current = useSiteNavigate()
  const some = config.promo.popups.length > 0
  useEffect(() => {
    if (!some || QUIET.test(pathname)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    let close = () => {}
    void next().then((popup) => {
      if (popup && !left) timer = setTimeout(() => (close = show(popup, (to) => navigate.current(to))), popup.delayMs)
    })
    return () => {
      left = true
      clearTimeout(timer)
      close()
    }
  }, [some, pathname])
}

/** The first popup that this browser has not seen; null while the cookies are not decided. */
async function next(): Promise<Popup | null> {
  if ((await storage.get('cookiesAgreeTime')) === null) return null
  const popups = await call<typeof popupsCall>('GET', '/web-api/content/popups', { disallowParallel: true }).catch(() => [])
  for (const popup of popups) if ((await storage.get(`popupShown-${popup.name}`)) !== true) return popup
  return null
}

/** True for the one tab that may show it: the flag is set before the popup is seen. */
async function claim(name: string): Promise<boolean> {
  const take = async () => {
    if ((await storage.get(`popupShown-${name}`)) === true) return false
    await storage.set(`popupShown-${name}`, true)
    return true
  }
  return 'locks' in navigator ? await navigator.locks.request(`popup-${name}`, take) : take()
}

/** Waits its turn behind whatever is open; returns what ends it. Another page ends it too, so its action only leads there. */
function show(popup: Popup, navigate: (to: string) => void): () => void {
  if (document.hidden) return () => {}
  return modals.show({
    name: `promo-${popup.name}`,
    middleware: [
      async () => {
        if (!(await claim(popup.name))) throw new Error('another tab shows it')
      },
    ],
    render: (close) => (
      <Modal title={popup.title} size="small" onClose={close}>
        <div className={styles.promo}>
          <p>{popup.text}</p>
          {popup.link && popup.action ? (
            <Button kind="accent" size="large" wide onClick={() => navigate(popup.link!)}>
              {popup.action}
            </Button>
          ) : null}
        </div>
      </Modal>
    ),
  })
}
