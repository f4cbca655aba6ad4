import { useEffect } from 'react'

/** Single keys of the site (ux 12). Letters are of the Latin layout whatever is typed with. */
export type KeyName = '/' | 'b' | 'f' | 'o' | '?' | 'escape'
export type KeyMap = Partial<Readonly<Record<KeyName, (event: KeyboardEvent) => void>>>

const CODES: Readonly<Record<string, KeyName>> = { KeyB: 'b', KeyF: 'f', KeyO: 'o', Slash: '/', Escape: 'escape' }

/** The key that an event means, or null: typing in a field and presses with Ctrl, Alt or Meta mean nothing to us. */
export function keyOf(event: KeyboardEvent): KeyName | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null
  const name = event.key === '?' ? '?' : event.key === '/' ? '/' : (CODES[event.code] ?? null)
  if (name === 'escape') return name
  const target = event.target
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, dialog'))) return null
  return name
}

/** Listens to single keys while mounted; `enabled` is the player's switch, Esc works without it. */
export function useKeys(keys: KeyMap, enabled = true): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const name = keyOf(event)
      if (!name || (!enabled && name !== 'escape')) return
      const handler = keys[name]
      if (!handler) return
      if (name !== 'escape') event.preventDefault()
      handler(event)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [keys, enabled])
}
