import type { ReactNode } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { useStatisticsTexts } from '../texts.ts'
import { useWidget } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

interface BlockProps {
  /** Names the flag under which the block stays hidden: `stHideItem-<id>`. */
  id: string
  title: string
  note?: ReactNode
  /** Over the whole width. */
  wide?: boolean
  children: ReactNode
}

/** A part of a page under its heading; the reader may hide it, and it stays hidden. */
export function Block({ id, title, note, wide = false, children }: BlockProps) {
  const text = useStatisticsTexts()
  const { hidden, toggle } = useWidget()
  const closed = hidden.has(id)
  return (
    <section className={styles.block} data-block={id} data-wide={wide || undefined} data-closed={closed || undefined} aria-label={title}>
      <header className={styles.blockHead}>
        <h2>{title}</h2>
        {note ? <span className={styles.note}>{note}</span> : null}
        <IconButton
          icon={closed ? 'eye' : 'eye-off'}
          size={16}
          label={text(closed ? 'show_block' : 'hide_block', { name: title })}
          aria-expanded={!closed}
          onClick={() => toggle(id, !closed)}
        />
      </header>
      {closed ? null : <div className={styles.blockBody}>{children}</div>}
    </section>
  )
}

/** One quiet line where there is nothing. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={styles.nothing}>{children}</p>
}
