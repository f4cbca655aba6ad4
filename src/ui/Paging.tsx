import { Button } from './Button.tsx'
import { Num } from './Num.tsx'
import styles from './Paging.module.css'
import { useUi } from './settings.tsx'

/** Newer and older pages of a list; nothing when there is one page only. */
export function Paging({ page, pages, onChange }: { page: number; pages: number; onChange: (page: number) => void }) {
  const { text } = useUi()
  if (pages <= 1) return null
  return (
    <nav className={styles.paging} aria-label={text('pages')}>
      <Button disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {text('newer')}
      </Button>
      <Num>{`${page} / ${pages}`}</Num>
      <Button disabled={page >= pages} onClick={() => onChange(page + 1)}>
        {text('older')}
      </Button>
    </nav>
  )
}
