import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'

const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette)

/** Ctrl-K or Cmd-K opens the palette from anywhere, fields too: nobody types that (XT-62). */
export function PaletteKey() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return open ? (
    <Suspense>
      <CommandPalette onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
