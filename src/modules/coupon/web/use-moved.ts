/** After a leg was moved: it is said where it stands, and its handle keeps the focus, wherever it is drawn now. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAnnounce } from '#ui/States.tsx'
import { usePartsTexts } from './texts.ts'

export function useMoved(): (key: string, place: string) => void {
  const announce = useAnnounce()
  const parts = usePartsTexts()
  const last = useRef('')
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn === 0) return
    const handles = [...document.querySelectorAll<HTMLElement>('[data-handle]')]
    // On a phone the column lies unseen behind the sheet, with a handle of the same name.
    handles.find((handle) => handle.dataset['handle'] === last.current && handle.getClientRects().length > 0)?.focus()
  }, [turn])
  return useCallback(
    (key, place) => {
      last.current = key
      setTurn((before) => before + 1)
      announce(parts('moved_to', { place }))
    },
    [announce, parts],
  )
}
