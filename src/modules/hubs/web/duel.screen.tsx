/** A duel of the player's own: two sides out of different matches, priced by the server (DU-03). */
import { useMemo, useState } from 'react'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { LINE, NothingHere, sportName } from '#modules/line/web/index.ts'
import { fold } from '#lib/text.ts'
import { useSite } from '#platform/web/features.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useApi } from '#platform/web/query.ts'
import { Chip } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { SearchField } from '#ui/Field.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { joined, without, type Sides } from '../rules/duel.ts'
import { DuelBoard } from './DuelBoard.tsx'
import { DuelMatches } from './DuelMatches.tsx'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { duelPlayersQuery, type DuelMatch } from './queries.ts'
import { useHubTexts } from './texts.ts'
import { useDuelSides } from './use-duel-sides.ts'
import styles from './Duel.module.css'

export async function loader(args: LoaderFunctionArgs) {
  return loadHub(args, { key: 'duel', queries: [duelPlayersQuery(languageOf(args.request))] })
}

/** What is chosen stands in the address; the matches are the same. */
export function shouldRevalidate(): boolean {
  return false
}

export const meta = hubMeta

export default function DuelScreen() {
  return (
    <HubScreen>
      <Duel />
    </HubScreen>
  )
}

const NOBODY: Sides = [[], []]

function Duel() {
  const text = useHubTexts()
  const { lng } = useSite()
  const players = useApi(duelPlayersQuery(lng))
  const all = players.data
  const isHidden = useHiddenSports()
  const matches = useMemo(() => all?.filter(({ sportId }) => !isHidden(sportId, LINE)), [all, isHidden])
  const [sides, setSides] = useDuelSides(matches)
  const [sport, setSport] = useSport(matches)
  const [query, setQuery] = useState('')
  const sports = useMemo(() => [...Map.groupBy(matches ?? [], ({ sportId }) => sportId)], [matches])
  const shown = useMemo(() => found(matches ?? [], sport, query), [matches, sport, query])
  return (
    <HubPage head={<DuelBoard sides={sides} onRemove={(id) => setSides(without(sides, id))} onClear={() => setSides(NOBODY)} />}>
      <div className={styles.tools}>
        <SearchField label={text('duel_find')} placeholder={text('duel_find')} value={query} onChange={setQuery} />
        <ChipStrip label={text('sports')}>
          <Chip selected={sport === null} onClick={() => setSport(null)}>
            {text('all')}
          </Chip>
          {sports.map(([id, list]) => (
            <Chip key={id} selected={sport === id} count={list.length} onClick={() => setSport(id)}>
              <SportIcon sportId={id} size={15} />
              {sportName(id, lng)}
            </Chip>
          ))}
        </ChipStrip>
      </div>
      {hasFailed(players) ? (
        <Failed asked={[players]} />
      ) : matches === undefined ? (
        <SkeletonRows rows={8} height="56px" />
      ) : shown.length === 0 ? (
        <NothingHere message={text('duel_nothing')} label={text('onward')} to="/line" />
      ) : (
        <DuelMatches key={`${sport}|${query}`} matches={shown} sides={sides} onJoin={(side, one) => setSides(joined(sides, side, one))} />
      )}
    </HubPage>
  )
}

/** A sport without a match any more is as none. */
function useSport(matches: readonly DuelMatch[] | undefined): [number | null, (sport: number | null) => void] {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('sport'))
  const choose = (sport: number | null) =>
    setParams(
      (before) => {
        const all = new URLSearchParams(before)
        if (sport === null) all.delete('sport')
        else all.set('sport', String(sport))
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  return [matches?.some(({ sportId }) => sportId === asked) ? asked : null, choose]
}

function found(matches: readonly DuelMatch[], sport: number | null, query: string): readonly DuelMatch[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return matches.filter((match) => {
    if (sport !== null && match.sportId !== sport) return false
    const all = fold([match.champ, ...match.participants.map(({ name }) => name)].join(' '))
    return words.every((word) => all.includes(word))
  })
}
