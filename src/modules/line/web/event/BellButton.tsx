/** Notices about one game: which events to hear of, and how (EV-12, DU-04…06). */
import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSession } from '#platform/web/session.tsx'
import { IconButton } from '#ui/Button.tsx'
import { useSiteTexts } from '../model/texts.ts'
import type { LineGame } from '../model/types.ts'

const BellModal = lazyPart(async () => (await import('./BellModal.tsx')).BellModal)

export function BellButton({ game }: { game: LineGame }) {
  const text = useSiteTexts()
  const { player, isUnasked, signIn } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="bell"
        size={16}
        label={text('bell')}
        aria-haspopup="dialog"
        disabled={isUnasked}
        onClick={() => (player ? setOpen(true) : signIn())}
      />
      {open ? (
        <Suspense>
          <BellModal game={game} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
