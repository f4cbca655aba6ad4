/**
 * Steps in the browser's history that an overlay makes itself: the router must not hear of them, it would load the page anew or
 * drop the page that it is loading. Listeners of `popstate` are called in the order in which they came, so this one has to be
 * there before the router's.
 */
type Step = (event: PopStateEvent) => void

const steps = new Set<Step>()

/** Called once, before the router begins to listen. */
export function listenForOwnSteps(): void {
  window.addEventListener('pageshow', () => (elsewhere = false))
  window.addEventListener('popstate', (event) => steps.forEach((step) => step(event)))
}

/** Hears of steps before the router does, until the returned function is called. */
export function beforeRouter(step: Step): () => void {
  steps.add(step)
  return () => void steps.delete(step)
}

/**
 * One step back that the router does not hear of. The browser makes it later: a page that is gone to meanwhile waits for it, or the
 * step would lead back from that page.
 */
export function stepBack(): void {
  const { pushState, replaceState } = history
  const waiting: (() => void)[] = []
  history.pushState = (...given) => void waiting.push(() => history.pushState(...given))
  history.replaceState = (...given) => void waiting.push(() => history.replaceState(...given))
  const heard = beforeRouter((event) => {
    heard()
    event.stopImmediatePropagation()
    Object.assign(history, { pushState, replaceState })
    for (const step of waiting) step()
  })
  history.back()
}

let elsewhere = false

/** Loads another document, out of an open overlay too: the overlay's entry becomes the new page, whose load its step back would stop. */
export function goElsewhere(url: string): void {
  elsewhere = true
  if ((history.state as { overlay?: string } | null)?.overlay) location.replace(url)
  else location.assign(url)
}

export const isGoingElsewhere = (): boolean => elsewhere
