import styles from './Logo.module.css'

/**
 * The mark: three slanted lines of text, the first highlighted. It is never mirrored (ux 13). A brand's own picture takes its
 * place by the brand's sheet (`data-logo`).
 */
export function LogoMark({ size = 30 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden data-logo="">
      <g transform="skewX(-10) translate(3.4 0)">
        <rect className={styles.first} x="4" y="4" width="24" height="7" rx="1" strokeWidth="1.4" />
        <rect x="4" y="14" width="16" height="5.5" rx="1" fill="currentColor" />
        <rect x="4" y="22.5" width="8" height="5.5" rx="1" fill="currentColor" />
      </g>
    </svg>
  )
}

interface LogoProps {
  /** The word-mark of the brand. */
  word: string
  size?: number
}

export function Logo({ word, size = 30 }: LogoProps) {
  return (
    <span className={styles.logo} dir="ltr">
      <LogoMark size={size} />
      <span>{word}</span>
    </span>
  )
}
