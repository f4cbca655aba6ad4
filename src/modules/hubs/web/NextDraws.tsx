import { useEffect, useRef, useState } from 'react'
import { gameAddress, useMounted, type LineGame } from '#modules/line/web/index.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Num } from '#ui/Num.tsx'
import { useHubTexts } from './texts.ts'
import styles from './NextDraws.module.css'

const SECOND_MS = 1000

/** The next draw of every game, soonest first, with the time that is left to bet on it (CY-06). */
export function NextDraws({ games }: { games: readonly LineGame[] }) {
  const text = useHubTexts()
  const now = useSeconds()
  const next = nextOfEach(games, now ?? 0)
  if (next.length === 0) return null
  return (
    <section className={styles.draws} aria-label={text('next_draw')}>
      {next.map((game) => (
        <SiteLink key={game.champId} to={gameAddress(game)} className={styles.draw}>
          <span className={styles.name} dir="auto">
            {game.champ}
          </span>
          <span className={styles.caption}>{text('next_draw')}</span>
          {/* Seconds of the server's rendering would be those of another moment. */}
          <Num className={styles.left}>{now === null ? '–:––' : leftText(game.startsAt - now)}</Num>
        </SiteLink>
      ))}
    </section>
  )
}

function nextOfEach(games: readonly LineGame[], now: number): LineGame[] {
  const next = new Map<number, LineGame>()
  for (const game of games) {
    const known = next.get(game.champId)
    if (game.startsAt > now && (!known || game.startsAt < known.startsAt)) next.set(game.champId, game)
  }
  return [...next.values()].sort((a, b) => a.startsAt - b.startsAt || a.champId - b.champId)
}

function leftText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Unix seconds of the product, every second; null on the server. The browser's clock may be minutes off, and a draw is closed by ours. */
function useSeconds(): number | null {
  const mounted = useMounted()
  const clock = useRef(useProductClock())
  const [now, setNow] = useState(() => Math.floor(clock.current() / SECOND_MS))
  useEffect(() => {
    const look = () => setNow(Math.floor(clock.current() / SECOND_MS))
    look()
    const timer = setInterval(look, SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return mounted ? now : null
}
