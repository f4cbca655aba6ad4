/** Outcomes of the page that cannot join those in the coupon in one bet on this game, each with its reason (XT-07). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Component, createContext, createRef, use, useLayoutEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { selectionKey, useSelectedKeys } from '#platform/web/selection.tsx'
import { useSiteTexts } from '../model/texts.ts'
import type { LineGame, Outcome } from '../model/types.ts'
import styles from './Event.module.css'

/** By the key of the outcome in live topics. */
type Reasons = ReadonlyMap<string, string>
const NONE: Reasons = new Map()

/** A price listens to its own reason: a press draws those whose reason came or went, not the whole page. */
class ReasonStore {
  #reasons = NONE
  readonly #listeners = new Set<() => void>()

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  of(key: string): string | undefined {
    return this.#reasons.get(key)
  }

  set(reasons: Reasons): void {
    this.#reasons = reasons
    for (const listener of this.#listeners) listener()
  }
}

const Context = createContext(new ReasonStore())

/** Why this outcome cannot join those in the coupon; undefined where it can. */
export function useImpossible(key: string): string | undefined {
  const store = use(Context)
  return useSyncExternalStore(
    store.listen,
    () => store.of(key),
    () => undefined,
  )
}

/** Stands around the prices of the game. */
export function Impossible({ game, children }: { game: LineGame; children: ReactNode }) {
  const text = useSiteTexts()
  const [store] = useState(() => new ReasonStore())
  const reasons = useReasons(game)
  useLayoutEffect(() => store.set(reasons), [store, reasons])
  return (
    <Context value={store}>
      <AbovePrices>{reasons.size > 0 ? <p className={styles.impossibleNote}>{text('event_impossible')}</p> : null}</AbovePrices>
      {children}
    </Context>
  )
}

/**
 * The note comes and goes above the prices after a press on one of them: what was pressed stays under the finger. A browser that
 * holds the place of what is read does not do so at the top of a page, and others never do.
 */
class AbovePrices extends Component<{ children: ReactNode }> {
  private readonly prices = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate({ children }: { children: ReactNode }): number | null {
    const isAnother = (children === null) !== (this.props.children === null)
    return isAnother ? this.prices.current!.getBoundingClientRect().top : null
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: number | null): void {
    if (before === null) return
    window.scrollBy({ top: this.prices.current!.getBoundingClientRect().top - before, behavior: 'instant' })
  }

  override render(): ReactNode {
    return (
      <>
        {this.props.children}
        <div ref={this.prices} />
      </>
    )
  }
}

/** The call takes so many at once. */
const A_CALL = 400
const MOST_CHOSEN = 10
const FRESH_MS = 60_000

const keyOf = ({ gameId, t, p, player }: Outcome) => selectionKey({ gameId, type: t, param: p, playerId: player?.id ?? 0 })
const pickOf = ({ gameId, t, p, player }: Outcome) => ({ GameId: gameId, Type: t, Param: p, PlayerId: player?.id ?? 0 })

function useReasons(game: LineGame): Reasons {
  const { config, lng } = useSite()
  const offered = config.coupon.types.includes('sameGame')
  const byKey = useMemo(() => new Map(game.groups.flatMap(({ columns }) => columns.flat().map((one) => [keyOf(one), one]))), [game])
  const keys = useMemo(() => [...byKey.keys()], [byKey])
  const chosen = useSelectedKeys(keys)
  const picked = chosen.split(' ')
  const { data } = useQuery({
    queryKey: ['same-game', lng, game.ci, chosen],
    queryFn: () =>
      ask(
        lng,
        picked.map((key) => byKey.get(key)!),
        [...byKey].flatMap(([key, one]) => (picked.includes(key) ? [] : [one])),
      ),
    enabled: offered && chosen !== '' && picked.length <= MOST_CHOSEN,
    staleTime: FRESH_MS,
    retry: false,
    // What could not join the outcomes of before seldom joins more of them.
    placeholderData: keepPreviousData,
  })
  return (chosen !== '' && data) || NONE
}

async function ask(lng: string, chosen: readonly Outcome[], candidates: readonly Outcome[]): Promise<Reasons> {
  const reasons = new Map<string, string>()
  for (let from = 0; from < candidates.length; from += A_CALL) {
    const part = candidates.slice(from, from + A_CALL)
    const answer = await request<{ candidates: { reason: string | null }[] }>('POST', '/web-api/coupon/same-game', {
      query: { lng },
      body: { chosen: chosen.map(pickOf), candidates: part.map(pickOf) },
    })
    answer.candidates.forEach(({ reason }, i) => {
      if (reason !== null) reasons.set(part[i]!.key, reason)
    })
  }
  return reasons
}
