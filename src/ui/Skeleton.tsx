import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'
import { cx } from './class-names.ts'

interface SkeletonProps {
  /** CSS lengths; the skeleton has the final geometry of what it stands for (ux 11). */
  width?: string
  height?: string
  round?: boolean
  className?: string
}

/** A place kept for something that loads. It becomes visible after 150 ms, so that quick answers do not flash. */
export function Skeleton({ width, height, round = false, className }: SkeletonProps) {
  const style: CSSProperties = { inlineSize: width, blockSize: height }
  return <span className={cx(styles.skeleton, round && styles.round, className)} style={style} aria-hidden />
}

/** Several rows of the given height. */
export function SkeletonRows({ rows = 5, height = 'var(--row)' }: { rows?: number; height?: string }) {
  return (
    <div className={styles.rows} aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row} style={{ blockSize: height }}>
          <Skeleton width={`${70 - ((index * 17) % 35)}%`} height="0.8em" />
        </div>
      ))}
    </div>
  )
}
