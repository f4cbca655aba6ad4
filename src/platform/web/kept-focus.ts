/**
 * A press of the keyboard that takes away what was pressed (a sale, a cancelled order, a mark, a step of a card) would leave the focus on the
 * page as a whole, and the next press of Tab would begin at its very top. The focus stays in the list instead.
 */
export interface KeptCards {
  /** Selector of what a list is made of. */
  cards: string
  /** The same of a card and of what is left of it, another of every other. Without it a card is only itself. */
  nameOf?(card: HTMLElement): string | undefined
  /** Whether a card has gone for good: in a long list it also leaves the page when it is scrolled away. */
  hasGone?(name: string): boolean
}

/**
 * Attach what it makes as the `ref` of what holds the list, for as long as the page stands. When the focused element goes, the
 * focus goes to its sale or its card, which have no action of their own: a second press of the same key does nothing. Has the
 * card gone too, it is the next one, the one before, in the end the heading. A mouse has no place to keep.
 */
export function keepFocusAmong(kept: KeptCards) {
  return (place: HTMLElement | null): (() => void) | undefined => (place ? watchFocus(place, kept) : undefined)
}

const numbers = new WeakMap<HTMLElement, string>()
let count = 0

function numberOf(card: HTMLElement): string {
  const number = numbers.get(card) ?? String((count += 1))
  numbers.set(card, number)
  return number
}

function watchFocus(place: HTMLElement, { cards, nameOf = numberOf, hasGone }: KeptCards): () => void {
  const cardsOf = () => [...place.querySelectorAll<HTMLElement>(cards)]
  let focused: HTMLElement | null = null
  /** The cards as they stood when the focus came, and the name of its own. */
  let stood: readonly HTMLElement[] = []
  let name: string | undefined
  let byPointer = false
  const onKey = () => void (byPointer = false)
  const onPointer = () => void (byPointer = true)
  const onFocus = ({ target }: FocusEvent) => {
    focused = target as HTMLElement
    const own = focused.closest<HTMLElement>(cards)
    name = own ? nameOf(own) : undefined
    stood = cardsOf()
  }
  const onBlur = () => {
    const left = focused
    // An element that has gone also blurs; one that is still there was left on purpose.
    queueMicrotask(() => {
      if (left === focused && left?.isConnected && document.activeElement !== left) focused = null
    })
  }
  const look = () => {
    if (!focused || focused.isConnected) return
    focused = null
    if (hasGone && (name === undefined || !hasGone(name))) return
    if (byPointer || (document.activeElement !== null && document.activeElement !== document.body)) return
    const there = cardsOf()
    const at = stood.findIndex((one) => nameOf(one) === name)
    const around = at < 0 ? [] : [...stood.slice(at), ...stood.slice(0, at).toReversed()].map(nameOf)
    // A bet that was sold may stand again among the decided ones, far below: that is not its card.
    const own = at < 0 ? undefined : stood.findLast((one) => nameOf(one) === name && one.isConnected)
    const other = around.map((next) => (next === name ? undefined : there.find((one) => nameOf(one) === next))).find(Boolean)
    const target = own ?? other ?? place.querySelector<HTMLElement>('h1') ?? place
    target.tabIndex = -1
    target.focus()
  }
  const watch = new MutationObserver(look)
  watch.observe(place, { childList: true, subtree: true })
  place.addEventListener('focusin', onFocus)
  place.addEventListener('focusout', onBlur)
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('pointerdown', onPointer, true)
  return () => {
    watch.disconnect()
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('pointerdown', onPointer, true)
    place.removeEventListener('focusin', onFocus)
    place.removeEventListener('focusout', onBlur)
  }
}
