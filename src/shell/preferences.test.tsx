import { expect, it } from 'vitest'
import { nextTheme, type Theme } from './preferences.ts'

it('the first press of the theme’s button changes what is seen, and three presses lead back', () => {
  for (const dark of [false, true]) {
    const seen = (theme: Theme) => (theme === 'system' ? (dark ? 'flood' : 'paper') : theme)
    expect(seen(nextTheme('system', dark))).not.toBe(seen('system'))
    const round = [0, 1, 2].reduce<Theme[]>((all) => [...all, nextTheme(all.at(-1)!, dark)], ['system'])
    expect(new Set(round)).toEqual(new Set(['system', 'paper', 'flood']))
    expect(round.at(-1)).toBe('system')
  }
})
