import type { Leg } from '../rules/state/index.ts'
import styles from './coupon.module.css'

/** First letters of the sides on two slanted fields: the house draws its teams and borrows no pictures (CP-39). */
export function TeamMarks({ names }: { names: Leg['names'] }) {
  if (!names.side1 || !names.side2) return null
  return (
    <span className={styles.marks} aria-hidden>
      {[names.side1, names.side2].map((side, i) => (
        <i key={i}>{Array.from(side.trim())[0]?.toUpperCase()}</i>
      ))}
    </span>
  )
}
