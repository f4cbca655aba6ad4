import { Icon } from '#ui/Icon.tsx'
import { useFavorite } from '../favorites/use-favorites.ts'
import type { FavoriteChange } from '../favorites/favorites-store.ts'
import type { LineGame } from '../model/types.ts'
import { useSiteTexts } from '../model/texts.ts'
import styles from './Table.module.css'

interface FavoriteStarProps {
  game: Pick<LineGame, 'ci' | 'kind' | 'side1' | 'side2' | 'sportId'>
  /** Stands in a row of the table: reached by its keys, not by Tab. */
  row?: boolean
}

export function FavoriteStar({ game, row = false }: FavoriteStarProps) {
  const { ci, kind, sportId, side1, side2 } = game
  return <Star change={{ type: 'game', item: { ci, kind, sportId } }} name={[side1, side2].filter(Boolean).join(' – ')} row={row} />
}

/** A championship or a team: they are marked in heads, on their pages and on the event's board. */
export function PlaceStar({ type, id, sportId, name }: { type: 'champ' | 'team'; id: number; sportId: number; name: string }) {
  return <Star change={{ type, item: { id, sportId, name } }} name={name} />
}

interface StarProps {
  change: Omit<FavoriteChange, 'on'>
  name: string
  row?: boolean
}

function Star({ change, name, row = false }: StarProps) {
  const text = useSiteTexts()
  const [marked, toggle] = useFavorite(change)
  return (
    <button
      type="button"
      className={styles.starButton}
      aria-pressed={marked}
      aria-label={text(marked ? 'favorite_remove' : 'favorite_add', { name })}
      data-star={change.type}
      {...(row ? { 'data-favorite': '', 'data-nav': '', tabIndex: -1 } : {})}
      onClick={toggle}
    >
      <Icon name="star" size={15} filled={marked} />
    </button>
  )
}
