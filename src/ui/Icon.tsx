import { LAST_SPORT, SPRITE_VERSIONS } from './icon-names.ts'
import type { IconName } from './icon-names.ts'
import styles from './Icon.module.css'
import { cx } from './class-names.ts'

export type { IconName } from './icon-names.ts'

/** Where the sprites lie: `{path}/{name}.svg`. */
export const SPRITE_PATH = '/sprites'

interface IconProps {
  name: IconName
  /** Side in pixels of the unscaled page; 18 by default. */
  size?: number
  /** Meaning for screen readers; without it the icon is decoration. */
  label?: string
  /** Turns over in right-to-left pages: arrows of direction. */
  flip?: boolean
  /** Painted, not outlined: a marked star. */
  filled?: boolean
  className?: string | undefined
}

export function Icon({ name, size, label, flip = false, filled = false, className }: IconProps) {
  return (
    <svg
      className={cx(styles.icon, flip && styles.flip, filled && styles.filled, className)}
      style={size ? { inlineSize: `${size / 16}rem`, blockSize: `${size / 16}rem` } : undefined}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${SPRITE_PATH}/ui.svg?v=${SPRITE_VERSIONS.ui}#${name}`} />
    </svg>
  )
}

/** Symbol of a sport by its id; those that the sprite does not know share the cup. */
export function sportSymbol(sportId: number): string {
  return sportId > 0 && sportId <= LAST_SPORT ? `s${sportId}` : 'other'
}

export function SportIcon({ sportId, size, className }: { sportId: number; size?: number; className?: string }) {
  return (
    <svg
      className={cx(styles.sport, className)}
      style={size ? { inlineSize: `${size / 16}rem`, blockSize: `${size / 16}rem` } : undefined}
      aria-hidden
    >
      <use href={`${SPRITE_PATH}/sports.svg?v=${SPRITE_VERSIONS.sports}#${sportSymbol(sportId)}`} />
    </svg>
  )
}

const NO_FLAG = '/flags/xx.svg'

/** Round flag of a country by its two-letter code; a neutral disc when there is none. */
export function Flag({ country, size = 18, label }: { country: string; size?: number; label?: string }) {
  const code = /^[a-z]{2}(-[a-z]{3})?$/i.test(country) ? country.toLowerCase() : 'xx'
  return (
    <img
      className={styles.flag}
      src={`/flags/${code}.svg`}
      width={size}
      height={size}
      alt={label ?? ''}
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(NO_FLAG)) currentTarget.src = NO_FLAG
      }}
    />
  )
}
