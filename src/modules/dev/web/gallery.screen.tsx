import { useState } from 'react'
import type { ReactNode } from 'react'
import { visitContext } from '#platform/shared/visit.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Captchas } from './gallery/Captchas.tsx'
import { Controls } from './gallery/Controls.tsx'
import { Fields } from './gallery/Fields.tsx'
import { Overlays } from './gallery/Overlays.tsx'
import { Prices } from './gallery/Prices.tsx'
import { Signs } from './gallery/Signs.tsx'
import type { Route } from './+types/gallery.screen.ts'
import styles from './gallery/Gallery.module.css'

/** Not a page of the site: only development has it. */
export function loader({ context }: Route.LoaderArgs): null {
  if (context.get(visitContext).mode !== 'development') throw new Response(null, { status: 404 })
  return null
}

const THEMES = ['paper', 'flood'] as const
const DIRECTIONS = ['ltr', 'rtl'] as const

type Theme = (typeof THEMES)[number]
type Direction = (typeof DIRECTIONS)[number]

/** Every component of the kit in every state; theme and direction are chosen here, or all four at once. */
export default function GalleryScreen() {
  const [theme, setTheme] = useState<Theme | 'all'>('all')
  const [direction, setDirection] = useState<Direction>('ltr')
  const themes = theme === 'all' ? THEMES : [theme]
  return (
    <main className={styles.page} data-testid="gallery">
      <h1 className="visually-hidden">UI</h1>
      <div className={styles.switches}>
        <SegmentedControl
          label="theme"
          value={theme}
          onChange={setTheme}
          items={[
            { key: 'all', label: 'Paper + Floodlight' },
            { key: 'paper', label: 'Paper' },
            { key: 'flood', label: 'Floodlight' },
          ]}
        />
        <SegmentedControl
          label="direction"
          value={direction}
          onChange={setDirection}
          items={[
            { key: 'ltr', label: 'ltr' },
            { key: 'rtl', label: 'rtl' },
          ]}
        />
      </div>
      <div className={styles.stages}>
        {themes.map((name) => (
          <Stage key={name} theme={name} direction={direction}>
            <Prices />
            <Controls />
            <Fields />
            <Signs />
            <Overlays />
            <Captchas />
          </Stage>
        ))}
      </div>
    </main>
  )
}

function Stage({ theme, direction, children }: { theme: Theme; direction: Direction; children: ReactNode }) {
  return (
    <section className={styles.stage} data-theme={theme} dir={direction} aria-label={`${theme} ${direction}`}>
      <h2 className={styles.stageTitle}>
        {theme} · {direction}
      </h2>
      {children}
    </section>
  )
}
