/** The leading championships of every sport, each with the way to its own hub (RT-02 champions). */
import { useMemo } from 'react'
import { type LoaderFunctionArgs } from 'react-router'
import { champAddress, LINE, LIVE, NothingHere, PlaceStar, type Kind } from '#modules/line/web/index.ts'
import { slug } from '#lib/text.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { SportIcon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { champsQuery, topChampsQuery, type ChampRow } from './queries.ts'
import { useHubTexts } from './texts.ts'
import styles from './Champions.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const lng = languageOf(args.request)
  return loadHub(args, { key: 'champions', queries: [topChampsQuery(LINE, lng), topChampsQuery(LIVE, lng), champsQuery(LIVE, lng, [])] })
}

export const meta = hubMeta

export default function ChampionsScreen() {
  return (
    <HubScreen>
      <Champions />
    </HubScreen>
  )
}

interface Champion extends ChampRow {
  live: number
}

function Champions() {
  const text = useHubTexts()
  const { lng } = useSite()
  const top = useApi(topChampsQuery(LINE, lng))
  const line = top.data
  const live = useApi(topChampsQuery(LIVE, lng)).data
  const playing = useApi(champsQuery(LIVE, lng, [])).data
  const isHidden = useHiddenSports()
  const champs = useMemo(() => {
    const open = <T extends { sportId: number }>(rows: readonly T[] | undefined, kind: Kind) =>
      (rows ?? []).filter(({ sportId }) => !isHidden(sportId, kind))
    return joined(open(line, LINE), open(live, LIVE), open(playing, LIVE))
  }, [line, live, playing, isHidden])
  return (
    <HubPage>
      {hasFailed(top) ? (
        <Failed asked={[top]} />
      ) : line === undefined ? (
        <SkeletonRows rows={6} height="72px" />
      ) : champs.length === 0 ? (
        <NothingHere message={text('champions_nothing')} label={text('onward')} to="/line" />
      ) : (
        <ul className={styles.grid}>
          {champs.map((champ) => (
            <li key={champ.id} className={styles.card}>
              <SportIcon sportId={champ.sportId} size={22} />
              <span className={styles.names}>
                <SiteLink to={`/champ/${champ.id}-${slug(champ.name) || 'championship'}`} className={styles.name}>
                  {champ.name}
                </SiteLink>
                <span className={styles.counts}>
                  {champ.live ? (
                    <SiteLink to={champAddress(LIVE, champ.sportId, champ.id, champ.name)}>
                      <LiveDot />
                      <Num>{champ.live}</Num>
                    </SiteLink>
                  ) : null}
                  <SiteLink to={champAddress(LINE, champ.sportId, champ.id, champ.name)}>
                    {text('events')} <Num>{champ.count}</Num>
                  </SiteLink>
                </span>
              </span>
              <PlaceStar type="champ" id={champ.id} sportId={champ.sportId} name={champ.name} />
            </li>
          ))}
        </ul>
      )}
    </HubPage>
  )
}

/** The top list of live counts games of the line as well (wire 5.9): how many are played says the list of live. */
function joined(line: readonly ChampRow[], live: readonly ChampRow[], playing: readonly ChampRow[]): readonly Champion[] {
  const counts = new Map(playing.map(({ id, count }) => [id, count]))
  const known = new Set(line.map(({ id }) => id))
  return [
    ...line.map((champ) => ({ ...champ, live: counts.get(champ.id) ?? 0 })),
    ...live.flatMap((champ) => {
      const count = counts.get(champ.id)
      return known.has(champ.id) || !count ? [] : [{ ...champ, live: count, count: 0 }]
    }),
  ]
}
