/** Preferences that the whole page obeys: theme, density, size of type. Kept, and told to other tabs. */
import { useCallback, useEffect } from 'react'
import { usePreference } from '#platform/web/storage.ts'
import { useSite } from '#platform/web/features.tsx'
import { useDensity, useLight } from '#platform/web/view-preferences.ts'

export const THEMES = ['system', 'paper', 'flood'] as const
export type Theme = (typeof THEMES)[number]

/**
 * What one press of the theme's button leads to. The first press away from the system's theme goes to the other one: to
 * what is shown already it would change nothing that can be seen.
 */
export function nextTheme(theme: Theme, systemIsDark: boolean): Theme {
  const round: readonly Theme[] = systemIsDark ? ['system', 'paper', 'flood'] : ['system', 'flood', 'paper']
  return round[(round.indexOf(theme) + 1) % round.length]!
}

const YEAR_S = 31_536_000

/** The server reads these from cookies, so that the first paint is already right. */
function remember(name: 'theme' | 'light', value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const site = useSite()
  const [theme, setTheme] = usePreference('theme', site.theme)
  const choose = useCallback(
    (next: Theme) => {
      remember('theme', next)
      document.documentElement.dataset['theme'] = next
      setTheme(next)
    },
    [setTheme],
  )
  return [theme, choose]
}

/** Puts what is kept onto the document: once at the start and whenever another tab changes it. */
export function usePreferencesApplied(): void {
  const site = useSite()
  const [theme] = usePreference('theme', site.theme)
  const [density] = useDensity()
  const [fontSize] = usePreference('fontSize', 100)
  const [light] = useLight()
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = theme
    dataset['density'] = density
    dataset['font'] = String(fontSize)
    if (light) dataset['light'] = ''
    else delete dataset['light']
    // The server leaves out what the light version does not show, from the first byte on.
    if (/(?:^|; )light=1/.test(document.cookie) !== light) remember('light', light ? '1' : '0')
  }, [theme, density, fontSize, light])
}
