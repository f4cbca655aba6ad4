/** The sections of the tree and the player's own order of sports inside them (LN-22, specification §9). */
import { sportKind } from '../../rules/sport-kind.ts'
import type { SportNode } from './types.ts'

/** Ids that the specification gives to the sections. */
export const SPORT_SECTIONS = { top: 10_001, sports: 10_000, play: 10_002 } as const
export type SportSectionId = keyof typeof SPORT_SECTIONS

export interface SportSection {
  id: SportSectionId
  sports: readonly SportNode[]
}

function sectionOf(sportId: number): SportSectionId {
  const { cyber, virtual, top } = sportKind(sportId)
  return cyber || virtual ? 'play' : top ? 'top' : 'sports'
}

/** Sections without a sport are left out. Sports that the player has placed come first, in his order. */
export function sportSections(sports: readonly SportNode[], order: readonly number[]): SportSection[] {
  const place = new Map(order.map((id, index) => [id, index]))
  const sorted = sports.toSorted((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length))
  return (['top', 'sports', 'play'] as const)
    .map((id) => ({ id, sports: sorted.filter((sport) => sectionOf(sport.id) === id) }))
    .filter((section) => section.sports.length > 0)
}

/** The order after a sport of a section was moved by one place; the whole section is kept, so that nothing jumps later. */
export function moveSport(sections: readonly SportSection[], order: readonly number[], sportId: number, step: 1 | -1): readonly number[] {
  const section = sections.find(({ sports }) => sports.some(({ id }) => id === sportId))
  if (!section) return order
  const ids = section.sports.map(({ id }) => id)
  const from = ids.indexOf(sportId)
  const to = from + step
  if (to < 0 || to >= ids.length) return order
  ids.splice(to, 0, ...ids.splice(from, 1))
  return [...order.filter((id) => !ids.includes(id)), ...ids]
}
