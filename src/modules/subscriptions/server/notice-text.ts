/** A notice in words. */
import { phaseName } from '#modules/line/rules/part-names.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { EventAbout } from './tables.ts'

export type Text = (lng: string, key: string, params?: Record<string, string | number>) => string

export function noticeText(about: EventAbout, lng: string, text: Text): { title: string; text: string } {
  const [home, away] = [nameIn(about.home, lng), nameIn(about.away, lng)]
  const score = `${about.score[0]}:${about.score[1]}`
  const team = about.side === 2 ? away : home
  const phase = about.phase === undefined ? '' : phaseWords(about.phase, about.sportId, lng, text)
  const words = text(lng, `subscriptions:notice_${about.text}`, { team, score, phase })
  const minute = about.minute === undefined ? '' : ` ${text(lng, 'subscriptions:minute', { minute: about.minute })}`
  return { title: away ? `${home} — ${away}` : home, text: words + minute }
}

function phaseWords(code: string, sportId: number, lng: string, text: Text): string {
  const phase = phaseName(code, sportId)
  if (phase.kind === 'before') return ''
  return phase.kind === 'part' ? text(lng, `line:${phase.key}`, { count: phase.count, ordinal: 1 }) : text(lng, `line:${phase.key}`)
}
