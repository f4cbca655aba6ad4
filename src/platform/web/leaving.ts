/** The page is being left for good: calls that are refused from now on lead nowhere else. */
let leaving = false

export const isLeaving = (): boolean => leaving

export function leaves(is = true): void {
  leaving = is
}
