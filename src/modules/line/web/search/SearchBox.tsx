/** The search of the header: a field on wide screens, an icon that opens a sheet on narrow ones. `/` comes here. */
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useSiteTexts } from '../model/texts.ts'
import styles from './Search.module.css'

const SearchPanel = lazyPart(async () => (await import('./SearchPanel.tsx')).SearchPanel)
const SearchSheet = lazyPart(async () => (await import('./SearchPanel.tsx')).SearchSheet)

/** From this width on the field itself stands in the header. */
const WIDE = '(width >= 1280px)'
export const SEARCH_LENGTH = 100

export function SearchBox() {
  const text = useSiteTexts()
  const [open, setOpen] = useState<'no' | 'panel' | 'sheet'>('no')
  const [query, setQuery] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (open !== 'panel') return
    const outside = (event: Event) => event.target instanceof Node && !box.current?.contains(event.target) && setOpen('no')
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  const isWide = () => matchMedia(WIDE).matches
  const begin = () => {
    if (isWide()) return setOpen('panel')
    field.current?.blur()
    setOpen('sheet')
  }
  const close = () => {
    setOpen('no')
    setQuery('')
    field.current?.blur()
  }
  return (
    <div ref={box} className={styles.box} role="search">
      <label className={styles.field}>
        <Icon name="search" />
        <input
          ref={field}
          className={styles.input}
          data-key="search"
          type="search"
          role="combobox"
          aria-expanded={open === 'panel'}
          aria-controls="search-results"
          aria-autocomplete="list"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_LENGTH}
          aria-label={text('search')}
          placeholder={text('search')}
          value={query}
          // A sheet takes the whole page: who only passes by with Tab does not ask for it, a key pressed here does.
          onFocus={() => isWide() && setOpen('panel')}
          onKeyDown={(event) => {
            if (isWide() || event.ctrlKey || event.metaKey || event.altKey) return
            if (event.key !== 'Enter' && event.key.length !== 1) return
            event.preventDefault()
            setOpen('sheet')
          }}
          onClick={() => open === 'no' && begin()}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setOpen('panel')
          }}
        />
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      </label>
      {open === 'panel' ? (
        <Suspense>
          <SearchPanel query={query} field={field} onQuery={setQuery} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'sheet' ? (
        <Suspense>
          <SearchSheet onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
