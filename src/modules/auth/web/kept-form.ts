/**
 * What was typed when the page of a form went away: its session had ended, it was loaded again, its language was changed.
 * Kept for the same player on the same page, in this tab, as long as a guest's draft (SH-32). Signing out takes it along (SES-11),
 * here or in another tab, which every page hears of (AccountProvider).
 */
import { withoutLanguage } from '#lib/language-tag.ts'
import { useEffect, useRef } from 'react'
import { SESSION_EXPIRY_MS } from '#platform/web/storage.ts'
import { isForgotten, TYPED, withStorage } from './forget-typed.ts'

type Values<F extends string> = Readonly<Record<F, string>>

interface Kept {
  player: number
  keptAt: number
  values: Record<string, unknown>
}

const keyOf = (names: readonly string[]) => `${TYPED}${withoutLanguage(location.pathname)}:${names.join()}`

export function keepTyped<F extends string>(player: number, values: Partial<Values<F>>, names: readonly F[], now: number): void {
  const kept: Kept = { player, keptAt: now, values }
  withStorage((tab) => tab.setItem(keyOf(names), JSON.stringify(kept)))
}

/** Once: afterwards the form is newer. */
export function takeTyped<F extends string>(player: number, names: readonly F[], now: number): Partial<Record<F, string>> | null {
  return withStorage((tab) => {
    const key = keyOf(names)
    const kept = JSON.parse(tab.getItem(key) ?? 'null') as Kept | null
    tab.removeItem(key)
    if (kept === null || kept.player !== player || now - kept.keptAt > SESSION_EXPIRY_MS) return null
    const fields = names.flatMap((name) => {
      const value = kept.values[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    return Object.fromEntries(fields) as Partial<Record<F, string>>
  })
}

/** Keeps the named fields while they differ from what the form began with; `settled` says that they have arrived. */
export function useTyped<F extends string>(
  player: number | null,
  names: readonly F[],
  values: Values<F>,
  fill: (values: Partial<Record<F, string>>) => void,
): { settled: () => void } {
  const latest = useRef(values)
  latest.current = values
  const begun = useRef(values)
  const list = names.join()
  useEffect(() => {
    if (player === null || names.length === 0) return
    const kept = takeTyped(player, names, Date.now())
    if (kept) fill(kept)
    const keep = () => {
      const typed = names.filter((name) => latest.current[name] !== begun.current[name])
      const own = Object.fromEntries(typed.map((name) => [name, latest.current[name]])) as Partial<Values<F>>
      if (typed.length > 0 && !isForgotten) keepTyped(player, own, names, Date.now())
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
    // The names are the same list each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [player, list, fill])
  return { settled: () => (begun.current = latest.current) }
}
