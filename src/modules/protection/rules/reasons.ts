/** Why players exclude themselves: texts `reason_<id>`. */
export const REASONS = [1, 2, 3, 4, 5, 6] as const

export function isReason(id: number): boolean {
  return REASONS.some((known) => known === id)
}
