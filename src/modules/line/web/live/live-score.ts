/** Score and clock of a game as the live topic tells them, in the words of the page. */
import { useEffect, useState } from 'react'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { useTexts, type Texts } from '#platform/web/i18n.ts'
import { minuteOf } from '../../rules/minute.ts'
import { phaseName } from '../../rules/part-names.ts'
import type { Score } from '../model/types.ts'

export interface LiveScoreValue {
  f: readonly [number, number]
  ph: string
  c?: number
  r?: 0 | 1
  sv?: 1 | 2
  p?: readonly [string, string]
  ps?: readonly (readonly [number, number, number])[]
  st?: Readonly<Record<string, readonly [number, number]>>
  /** Of a race: ids of its runners, from the first. */
  o?: readonly number[]
}

type LineTexts = Texts<typeof import('../../../../../locales/ru/line.json')>

export function phaseWords(phase: string, sportId: number, text: LineTexts): string {
  const found = phaseName(phase, sportId)
  switch (found.kind) {
    case 'part':
      return text(found.key as never, { count: found.count, ordinal: true })
    case 'state':
      return text(found.key as never)
    case 'before':
      return ''
  }
}

export function scoreOf(live: LiveScoreValue, before: Score | null, sportId: number, text: LineTexts): Score {
  return {
    sportId,
    total: live.f,
    periods: (live.ps ?? []).map(([no, home, away]) => ({ no, home, away })),
    phase: phaseWords(live.ph, sportId, text),
    clockSec: live.c ?? null,
    runs: live.r !== 0,
    server: live.sv ?? 0,
    points: live.p ?? null,
    // The topic names statistics by code; their words and order came with the page.
    stats: before?.stats ?? [],
  }
}

export function useLiveScore(topic: string, initial: Score | null, sportId: number): Score | null {
  const text = useTexts<typeof import('../../../../../locales/ru/line.json')>('line')
  const live = useLive<LiveScoreValue>(liveKey(topic, 's'))
  return live ? scoreOf(live, initial, sportId, text) : initial
}

const TICK_MS = 1_000

/** The minute of the clock, "67" or "45+2". Between two messages it runs by itself, from the moment it was heard. */
export function useClock(score: Score | null): string | null {
  const at = score?.clockSec ?? null
  const runs = score?.runs ?? false
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    setPassed(0)
    if (at === null || !runs) return
    const from = Date.now()
    const timer = setInterval(() => setPassed(Math.floor((Date.now() - from) / 1000)), TICK_MS)
    return () => clearInterval(timer)
  }, [at, runs])
  return at === null ? null : minuteOf(at + (runs ? passed : 0), score!.sportId, score!.periods.at(-1)?.no ?? 0, !runs)
}

/** "67′". */
export function minuteText(minute: string): string {
  return `${minute}′`
}
