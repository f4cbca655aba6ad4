import { Spinner } from './Spinner.tsx'
import { useUi } from './settings.tsx'
import styles from './Loader.module.css'

export const LOADER_KINDS = ['circle', 'bars', 'letters', 'spinner', 'stars'] as const
export type LoaderKind = (typeof LOADER_KINDS)[number]

/** Parts drawn by each kind (spec 9): letters and spinner 1 compact up to 10, bars 3 compact, 5 otherwise. */
export function loaderParts(kind: LoaderKind, compact: boolean, letters = 'spin'): number {
  if (kind === 'bars') return compact ? 3 : 5
  if (kind === 'letters') return compact ? 1 : Math.min(10, letters.length)
  if (kind === 'spinner') return compact ? 1 : 10
  return kind === 'stars' ? 3 : 1
}

interface LoaderProps {
  kind?: LoaderKind
  compact?: boolean
  /** Letters of the kind `letters`. */
  letters?: string
}

export function Loader({ kind = 'circle', compact = false, letters = 'spin' }: LoaderProps) {
  const { text } = useUi()
  if (kind === 'circle') return <Spinner size={compact ? 18 : 32} />
  const parts = Array.from({ length: loaderParts(kind, compact, letters) }, (_, index) => index)
  return (
    <span className={styles.loader} dir="ltr" data-kind={kind} data-compact={compact || undefined} role="img" aria-label={text('loading')}>
      {parts.map((index) => (
        <i
          key={index}
          style={{ animationDelay: `${index * 90}ms`, ...(kind === 'spinner' ? { transform: `rotate(${index * 36}deg)` } : {}) }}
        >
          {kind === 'letters' ? letters[index] : null}
          {kind === 'stars' ? (
            <svg viewBox="0 0 24 24" width={compact ? 12 : 18} height={compact ? 12 : 18} fill="currentColor" aria-hidden>
              <path d="m12 2 2.9 6.3 6.9.8-5.1 4.7 1.4 6.8-6.1-3.4-6.1 3.4 1.4-6.8L2.2 9.1l6.9-.8z" />
            </svg>
          ) : null}
        </i>
      ))}
    </span>
  )
}
