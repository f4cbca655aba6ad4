/** What happens in the games that the player follows, said on the open page (EV-12, DU-06). Draws nothing of its own. */
import { useEffect, useMemo, useRef } from 'react'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { linkQuery } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'

interface Notice {
  id: number
  /** Unix seconds. */
  at: number
  constId: number
  title: string
  text: string
}

/** Long enough to be read by somebody who was looking at something else. */
const SHOWN_MS = 12_000
/** A page that has just been opened tells what happened so shortly before; the topic's image names the last notice of all days. */
const FRESH_SEC = 15

export function GameNotices() {
  const text = useSiteTexts()
  const { lng } = useSite()
  const { player } = useSession()
  const navigate = useSiteNavigate()
  const clock = useProductClock()
  const topic = `notice:${player?.id ?? 0}`
  useTopics(useMemo(() => (player ? [topic] : []), [player, topic]))
  const last = useLive<number>(liveKey(topic, 'last'))
  const told = useRef(0)
  useEffect(() => {
    if (last === undefined || last <= told.current) return
    const after = told.current
    told.current = last
    const since = after === 0 ? clock() / 1000 - FRESH_SEC : 0
    const open = async (ci: number) => {
      const { method, path, query, read } = linkQuery(lng, ci)
      const link = read(await request<unknown>(method, path, { ...(query ? { query } : {}), raw: true }))
      if (link) navigate(link.address)
    }
    // The topic says that there is something; its words are asked in the language of the page.
    void request<Notice[]>('POST', '/web-api/gamesubscription/notices', { body: { lng }, auth: 'token' })
      .then((notices) => {
        for (const { id, at, constId, title, text: said } of notices.toReversed()) {
          if (id <= after || id > last || at < since) continue
          const action = { label: text('bell_open'), onPress: () => void open(constId).catch(() => {}) }
          showToast({ kind: 'info', text: `${title}. ${said}`, action, lifetimeMs: SHOWN_MS })
        }
      })
      .catch((error: unknown) => console.error('notices were not read', error))
    // `navigate` and `text` are new at each render and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last, lng])
  return null
}
