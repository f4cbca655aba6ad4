/** Puts a game on the dashboard and takes it off; the 21st is refused with the reason (LN-27). */
import { useCallback } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { IconButton } from '#ui/Button.tsx'
import { addPin, MAX_PINS, removePin } from '../../rules/pins.ts'
import { useSiteTexts } from '../model/texts.ts'

const NONE: readonly number[] = []

export interface Pins {
  pins: readonly number[]
  set: (pins: readonly number[]) => void
  toggle(ci: number): void
}

export function usePins(): Pins {
  const text = useSiteTexts()
  const { lng } = useSite()
  const [pins, set] = usePreference('pinnedGames', NONE)
  const toggle = useCallback(
    (ci: number) =>
      set((stored) => {
        if (stored.includes(ci)) return removePin(stored, ci)
        const result = addPin(stored, ci)
        if (result.done) return result.pins
        const refuse = () => showToast({ kind: 'warning', text: text('pin_full', { count: MAX_PINS }) })
        import('../favorites/gone.ts').then(({ pinWithRoom }) => pinWithRoom(ci, lng, stored, set, refuse)).catch(refuse)
        return stored
      }),
    [set, text, lng],
  )
  return { pins, set, toggle }
}

export function PinButton({ ci, name }: { ci: number; name: string }) {
  const text = useSiteTexts()
  const { pins, toggle } = usePins()
  const pinned = pins.includes(ci)
  return (
    <IconButton
      icon={pinned ? 'pin-off' : 'pin'}
      size={16}
      aria-pressed={pinned}
      label={text(pinned ? 'pin_remove' : 'pin_add', { name })}
      data-pin-button={ci}
      onClick={() => toggle(ci)}
    />
  )
}
