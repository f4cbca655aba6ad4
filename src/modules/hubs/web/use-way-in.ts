import { useEffect, useRef } from 'react'

/**
 * When cards leave a page, or a window over it closes, what the keyboard stood on may be gone: it goes on from the way in.
 * `wayIn` finds the button by which things are added.
 */
export function useWayIn(cards: number, isOpen: boolean, wayIn: () => HTMLElement | null | undefined): void {
  const before = useRef({ cards, isOpen })
  useEffect(() => {
    const hasLeft = cards < before.current.cards || (before.current.isOpen && !isOpen)
    before.current = { cards, isOpen }
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (hasLeft && isLost) wayIn()?.focus({ preventScroll: true })
  })
}
