/**
 * Times in the reader's own time zone. The server does not know it: the page is rendered in UTC, and the same text
 * stands in the first render of the browser, so that nothing mismatches; right after it the zone is the reader's.
 */
import { useMemo, useSyncExternalStore } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { formatDate, type DateFormat } from '#platform/web/format.ts'

const never = () => () => {}

export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Formats Unix seconds. */
export function useDates(): (seconds: number, pattern: DateFormat) => string {
  const { lng, country } = useSite()
  const mounted = useMounted()
  return useMemo(() => {
    const settings = mounted ? { lng, country } : { lng, country, timeZone: 'UTC' }
    return (seconds, pattern) => formatDate(seconds * 1000, pattern, settings)
  }, [lng, country, mounted])
}
