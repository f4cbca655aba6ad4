import { useCallback } from 'react'
import { usePreference } from '#platform/web/storage.ts'
import { Icon } from '#ui/Icon.tsx'
import { LIVE, type LineGame } from '../model/types.ts'
import { useSiteTexts } from '../model/texts.ts'
import styles from './Table.module.css'

const NONE: readonly number[] = []
/** Kept for a visitor without an account; the oldest goes first. */
const MAX_FAVORITES = 200

/** Favourite games by CI: one list for the line, one for live; a game that goes live is found in both. */
export function useFavorites(): { has(ci: number): boolean; toggle(game: Pick<LineGame, 'ci' | 'kind'>): void; all: readonly number[] } {
  const [line, setLine] = usePreference('favoritesLine', NONE)
  const [live, setLive] = usePreference('favoritesLive', NONE)
  const toggle = useCallback(
    ({ ci, kind }: Pick<LineGame, 'ci' | 'kind'>) => {
      const known = line.includes(ci) || live.includes(ci)
      if (known) {
        if (line.includes(ci)) setLine(line.filter((id) => id !== ci))
        if (live.includes(ci)) setLive(live.filter((id) => id !== ci))
      } else if (kind === LIVE) setLive([...live, ci].slice(-MAX_FAVORITES))
      else setLine([...line, ci].slice(-MAX_FAVORITES))
    },
    [line, live, setLine, setLive],
  )
  return { has: (ci) => line.includes(ci) || live.includes(ci), toggle, all: [...live, ...line] }
}

export function FavoriteStar({ game }: { game: Pick<LineGame, 'ci' | 'kind' | 'side1' | 'side2'> }) {
  const text = useSiteTexts()
  const { has, toggle } = useFavorites()
  const marked = has(game.ci)
  const name = [game.side1, game.side2].filter(Boolean).join(' – ')
  return (
    <button
      type="button"
      className={styles.starButton}
      aria-pressed={marked}
      aria-label={text(marked ? 'favorite_remove' : 'favorite_add', { name })}
      data-favorite=""
      data-nav=""
      tabIndex={-1}
      onClick={() => toggle(game)}
    >
      <Icon name="star" size={15} filled={marked} />
    </button>
  )
}
