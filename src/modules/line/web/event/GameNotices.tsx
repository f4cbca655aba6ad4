/** What happens in the games that the player follows, said on the open page (EV-12, DU-06). Draws nothing of its own. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { useSiteTexts } from '../model/texts.ts'
import { readNotices, useLastNotice, useOpenGame } from './notices.ts'

/** Long enough to be read by somebody who was looking at something else; the office keeps them (messages). */
const SHOWN_MS = 12_000
/** A page that has just been opened tells what happened so shortly before; the topic's image names the last notice of all days. */
const FRESH_SEC = 15
/** What could not be read is asked for again after so long. */
const AGAIN_MS = 10_000

export function GameNotices() {
  const text = useSiteTexts()
  const { lng } = useSite()
  const { player } = useSession()
  const open = useOpenGame()
  const clock = useProductClock()
  const { topic, last } = useLastNotice()
  useTopics(useMemo(() => (player ? [topic] : []), [player, topic]))
  const told = useRef(0)
  const [openedAt] = useState(clock)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (last === undefined || last <= told.current) return
    const since = told.current === 0 ? openedAt / 1000 - FRESH_SEC : 0
    let again: ReturnType<typeof setTimeout> | undefined
    let isLatest = true
    // The topic says that there is something; its words are asked in the language of the page.
    void readNotices(lng)
      .then((notices) => {
        for (const { id, at, constId, title, text: said } of notices.toReversed()) {
          if (id <= told.current || id > last || at < since) continue
          const action = { label: text('bell_open'), onPress: () => open(constId) }
          showToast({ kind: 'info', text: `${title}. ${said}`, action, lifetimeMs: SHOWN_MS })
        }
        told.current = Math.max(told.current, last)
      })
      .catch((error: unknown) => {
        console.error('notices were not read', error)
        if (isLatest) again = setTimeout(() => setFailures((count) => count + 1), AGAIN_MS)
      })
    return () => {
      isLatest = false
      clearTimeout(again)
    }
    // `open` and `text` are new at each render and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last, lng, failures])
  return null
}
