import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import styles from './Messages.module.css'
import { useMessageTexts } from './texts.ts'

/** Newer and older pages of a list; nothing when there is one page only. */
export function Paging({ page, pages, onChange }: { page: number; pages: number; onChange: (page: number) => void }) {
  const text = useMessageTexts()
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
