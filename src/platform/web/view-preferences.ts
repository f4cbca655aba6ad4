/** Preferences of the page that both its shell and its lists read: everybody begins with the same, whatever is stored. */
import { useSite } from './features.tsx'
import { usePreference } from './storage.ts'

/** As the brand has it until the player chooses. */
export const useDensity = () => usePreference('density', useSite().config.customize.density)

/** The light version; the server knows it from a cookie and leaves out what it does not show. */
export const useLight = () => usePreference('light', useSite().light)
