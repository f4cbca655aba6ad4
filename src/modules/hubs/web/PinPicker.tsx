/** Games that are being played now, to be pinned. */
import { useMemo, useState } from 'react'
import { fold } from '#lib/text.ts'
import { LINE, listQuery, LIVE, PinButton, type LineGame } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SearchField } from '#ui/Field.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useHubTexts } from './texts.ts'
import styles from './PinPicker.module.css'

function found(games: readonly LineGame[], query: string): readonly LineGame[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return games.filter(({ side1, side2, champ }) => {
    const all = fold(`${side1} ${side2} ${champ}`)
    return words.every((word) => all.includes(word))
  })
}

export function PinPicker({ onClose }: { onClose: () => void }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const [query, setQuery] = useState('')
  const live = useApi(listQuery({ kind: LIVE, lng, filter: { virtualSports: true } })).data
  const line = useApi(listQuery({ kind: LINE, lng, filter: {}, times: { tf: 240 } })).data
  const games = useMemo(() => found([...(live ?? []), ...(line ?? [])], query), [live, line, query])
  return (
    <Modal title={text('dashboard_add')} onClose={onClose}>
      <SearchField label={text('dashboard_find')} placeholder={text('dashboard_find')} value={query} onChange={setQuery} />
      {live === undefined ? <SkeletonRows rows={6} height="48px" /> : null}
      {live !== undefined && games.length === 0 ? <p className={styles.none}>{text('dashboard_not_found')}</p> : null}
      <ul className={styles.list}>
        {games.map((game) => (
          <li key={game.ci} className={styles.row}>
            <SportIcon sportId={game.sportId} size={16} />
            <span className={styles.names}>
              <span dir="auto">{[game.side1, game.side2].filter(Boolean).join(' – ')}</span>
              <small>{game.champ}</small>
            </span>
            <PinButton ci={game.ci} name={game.side1} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
