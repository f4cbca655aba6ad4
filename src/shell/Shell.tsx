/** The frame of every page: header, tree, centre, coupon, phone bar (ux 2). Only the centre scrolls the page. */
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { CouponBarButton, CouponColumn, CouponProvider } from '#modules/coupon/web/index.ts'
import { AccountProvider } from '#modules/account/web/index.ts'
import { SportsTree } from '#modules/line/web/index.ts'
import { AfterIdle } from '#platform/web/idle.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { ModalHost } from '#platform/web/ModalHost.tsx'
import { PagePartsContext, type PageParts } from '#platform/web/page-parts.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import type { VisitData } from '#platform/shared/visit.ts'
import { LiveRegionProvider } from '#ui/States.tsx'
import { CookieNotice } from './CookieNotice.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { useFrame } from '#platform/web/frame.ts'
import { usePageLife } from './page-life.ts'
import { usePreferencesApplied } from './preferences.ts'
import styles from './Shell.module.css'

const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)
const OpenBets = lazyPart(async () => (await import('#modules/history/web/index.ts')).OpenBets)
const NetPosition = lazyPart(async () => (await import('#modules/protection/web/index.ts')).NetPosition)
const IdleParts = lazyPart(async () => (await import('./IdleParts.tsx')).IdleParts)

const PARTS: PageParts = {
  statistics: lazyPart(async () => (await import('#modules/statistics/web/index.ts')).StatisticsFrame, { inPlace: true }),
}

export function Shell({ visit, children }: { visit: VisitData; children: ReactNode }) {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const [menuOpen, setMenuOpen] = useState(false)
  const frame = useFrame()
  usePreferencesApplied()
  usePageLife()
  const closeMenu = useMemo(() => () => setMenuOpen(false), [])
  return (
    <LiveRegionProvider>
      <AccountProvider player={visit.player} isUnasked={visit.isUnasked} netPosition={NetPosition}>
        <CouponProvider openBets={OpenBets}>
          <a className={styles.skip} href="#main">
            {text('skip_to_main')}
          </a>
          <Header onMenu={() => setMenuOpen(true)} />
          <div className={styles.frame} data-columns={frame}>
            {frame === 'betting' ? (
              <aside className={styles.tree} aria-label={text('sports')}>
                <SportsTree />
              </aside>
            ) : null}
            <main id="main" className={styles.main} tabIndex={-1}>
              <div className={styles.page}>
                <PagePartsContext value={PARTS}>{children}</PagePartsContext>
              </div>
              <Footer />
            </main>
            {frame === 'betting' ? (
              <aside className={styles.coupon} aria-label={text('coupon')}>
                <CouponColumn />
              </aside>
            ) : null}
          </div>
          <PhoneBar onMenu={() => setMenuOpen(true)} coupon={<CouponBarButton />} />
          {menuOpen ? (
            <Suspense>
              <MenuDrawer title={text('menu')} onClose={closeMenu} />
            </Suspense>
          ) : null}
          <CookieNotice />
          {/* After it: what stands on the note is placed when that has its place. */}
          <ModalHost />
          <AfterIdle>
            <Suspense>
              <IdleParts />
            </Suspense>
          </AfterIdle>
        </CouponProvider>
      </AccountProvider>
    </LiveRegionProvider>
  )
}
