/**
 * Steps in the browser's history that an overlay makes itself: the router must not hear of them, it would load the page anew or
 * drop the page that it is loading. Listeners of `popstate` are called in the order in which they came, so this one has to be
 * there before the router's.
 */
type Step = (event: PopStateEvent) => void

const steps = new Set<Step>()

/** What an entry of the browser says: `key` is the router's, of a page; `page` that of the page under an overlay. */
interface EntryState {
  key?: string
  overlay?: string
  page?: string
}

const current = () => (history.state ?? {}) as EntryState
const markOf = (state: unknown) => (state as EntryState | null)?.overlay
const pageOf = ({ overlay, page, key }: EntryState) => (overlay === undefined ? key : page)

/** Marks of the overlays that are open, and of those whose entry a page took that was gone to from them. */
const open = new Set<string>()
const passed = new Set<string>()
/** What the router wrote over the entry of an overlay: it is meant for the page under it. */
const meant = new Map<string, [state: unknown, url: string | URL | null | undefined]>()
let made = 0

interface OverlayEntry {
  isOurs: () => boolean
  /** The page that the overlay was opened on has been come back to; else the router has to hear of the step. */
  isBack: () => boolean
  /** Gives that page what was meant for it: at once, or when a step back that is on its way has reached it. */
  settle: () => void
  /** The overlay has closed. */
  end: () => void
}

/** An entry of the browser for an overlay: a new one, or that of an overlay which has just closed. */
export function overlayEntry(isNew: boolean): OverlayEntry {
  const mark = `overlay-${performance.timeOrigin}-${(made += 1)}`
  const page = pageOf(current())
  const taken = isNew ? undefined : meant.get(markOf(history.state) ?? '')
  if (taken) meant.set(mark, taken)
  open.add(mark)
  history[isNew ? 'pushState' : 'replaceState']({ ...current(), overlay: mark, page }, '')
  return {
    isOurs: () => current().overlay === mark,
    isBack: () => !passed.has(mark) && pageOf(current()) === page,
    settle() {
      const due = meant.get(mark)
      meant.delete(mark)
      if (due) history.replaceState(due[0], '', due[1])
    },
    end: () => void (open.delete(mark), passed.delete(mark)),
  }
}

/** The entry of an overlay that is open no more: a press of Back that ends on it would seem to do nothing. */
function isDead(): boolean {
  const { overlay } = current()
  return overlay !== undefined && !open.has(overlay)
}

/** Called once, before the router begins to listen. */
export function listenForOwnSteps(): void {
  window.addEventListener('pageshow', () => (elsewhere = false))
  window.addEventListener('popstate', (event) => {
    if (heard) return heard(event)
    for (const step of steps) step(event)
    if (!isDead()) return
    event.stopImmediatePropagation()
    stepBack()
  })
  const { pushState, replaceState } = history
  history.pushState = (state: unknown, unused, url) => {
    const { overlay } = current()
    if (overlay === undefined || markOf(state) !== undefined) return pushState.call(history, state, unused, url)
    // A page that is gone to from an overlay takes its entry: nothing stays between the two pages.
    passed.add(overlay)
    replaceState.call(history, state, unused, url)
  }
  history.replaceState = (state: object | null, unused, url) => {
    const { overlay, page } = current()
    if (overlay === undefined || markOf(state) !== undefined || !open.has(overlay)) return replaceState.call(history, state, unused, url)
    meant.set(overlay, [state, url])
    replaceState.call(history, { ...state, overlay, page }, unused, url)
  }
  // Loaded anew under an overlay, or come back to from the document that a choice in an overlay has led to.
  if (isDead()) stepBack()
}

/** Hears of steps before the router does, until the returned function is called. */
export function beforeRouter(step: Step): () => void {
  steps.add(step)
  return () => void steps.delete(step)
}

/** Hears of the step back that is on its way. */
let heard: Step | null = null

/** A browser that has nowhere to go back to tells nothing. */
const GIVE_UP_MS = 3_000

/**
 * A step back that the router does not hear of, as far as the first entry that is no closed overlay's. The browser makes it later: a
 * page that is gone to meanwhile waits for it, or the step would lead back from that page.
 */
export function stepBack(): void {
  const { pushState, replaceState } = history
  const waiting: (() => void)[] = []
  history.pushState = (...given) => void waiting.push(() => history.pushState(...given))
  history.replaceState = (...given) => void waiting.push(() => history.replaceState(...given))
  const done = () => {
    clearTimeout(timer)
    heard = null
    Object.assign(history, { pushState, replaceState })
    for (const step of waiting) step()
  }
  const timer = setTimeout(done, GIVE_UP_MS)
  heard = (event) => {
    event.stopImmediatePropagation()
    if (isDead()) history.back()
    else done()
  }
  history.back()
}

let elsewhere = false

/** Loads another document, out of an open overlay too: the overlay's entry becomes the new page, whose load its step back would stop. */
export function goElsewhere(url: string): void {
  elsewhere = true
  if (markOf(history.state) === undefined) location.assign(url)
  else location.replace(url)
}

export const isGoingElsewhere = (): boolean => elsewhere
