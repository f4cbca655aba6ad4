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
    (ci: number) => {
      const addTo = (stored: readonly number[], full: () => void): readonly number[] => {
        const result = addPin(stored, ci)
        if (result.done) return result.pins
        if (result.reason === 'full') full()
        return stored
      }
      const refuse = () => showToast({ kind: 'warning', text: text('pin_full', { count: MAX_PINS }) })
      // Games that are over have no card to be taken off by: their places are free.
      const makeRoom = async (stored: readonly number[]) => {
        const gone = await import('../favorites/gone.ts').then(({ gamesGone }) => gamesGone(lng, stored)).catch(() => NONE)
        set((now) =>
          addTo(
            now.filter((one) => !gone.includes(one)),
            refuse,
          ),
        )
      }
      set((stored) => (stored.includes(ci) ? removePin(stored, ci) : addTo(stored, () => void makeRoom(stored))))
    },
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
