/**
 * A brand's own theme.css stands over everything, so what it says of colours is reckoned too: tokens of the house under
 * `:root` or a named theme, each a plain `#rrggbb`. A colour in any other form or place cannot be held against its pair.
 */
import { longHex, type Scene, SCENES, type Tokens } from './theme.ts'

export interface Sheet {
  tokens: Record<Scene, Tokens>
  /** What cannot be reckoned, as it stands in the sheet. */
  unclear: string[]
}

interface Declaration {
  /** Selectors and at-rules around it, the nearest last. */
  around: string[]
  name: string
  value: string
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(/i
const COLOURED = /(?:^|-)(?:color|fill|stroke)$/
const KEPT = /^(?:var\(.*\)|inherit|initial|unset|revert|revert-layer|currentcolor|transparent|none)$/i

/** `isToken`: names that a pair of the contrast gate has. */
export function readSheet(css: string, isToken: (name: string) => boolean): Sheet {
  const tokens: Sheet['tokens'] = { paper: {}, flood: {}, 'system, light': {}, 'system, dark': {} }
  const unclear: string[] = []
  for (const { around, name, value } of declarationsOf(css)) {
    const token = name.startsWith('--') && isToken(name.slice(2)) ? name.slice(2) : null
    const scenes = token === null ? [] : scenesOf(around)
    // Another sheet (@import), of which nothing is known.
    if (name.startsWith('@')) unclear.push(name)
    else if (token !== null && scenes.length > 0 && HEX.test(value)) for (const scene of scenes) tokens[scene][token] = longHex(value)
    else if (token !== null || COLOUR.test(value) || (COLOURED.test(name) && !KEPT.test(value)))
      unclear.push(`${around.join(' ')} { ${name}: ${value} }`)
  }
  return { tokens, unclear }
}

/** The scenes that a rule changes; none: it cannot be told. */
function scenesOf(around: readonly string[]): Scene[] {
  const media = around.slice(0, -1)
  if (media.some((rule) => !/^@media(?: screen)?(?: and)? ?(?:\(prefers-color-scheme: ?dark\))?$/.test(rule))) return []
  const isDark = media.some((rule) => rule.includes('dark'))
  const ofSelector = (selector: string): Scene[] | null => {
    if (selector === ':root') return [...SCENES]
    const theme = /^(?::root)?\[data-theme=(paper|flood|system)\]$/.exec(selector)?.[1]
    if (theme === 'paper' || theme === 'flood') return [theme]
    return theme === 'system' ? ['system, light', 'system, dark'] : null
  }
  const scenes = (around.at(-1) ?? '').split(',').map((selector) => ofSelector(selector.trim()))
  if (scenes.includes(null)) return []
  // Whoever has named a theme keeps it on a dark machine; under :root the machine decides, which no scene of theirs tells.
  if (isDark && scenes.flat().some((scene) => scene === 'paper' || scene === 'flood')) return []
  return scenes.flatMap((of) => of ?? []).filter((scene) => !isDark || scene === 'system, dark')
}

function declarationsOf(css: string): Declaration[] {
  const plain = css
    .replaceAll(/\/\*[^]*?\*\//g, ' ')
    .replaceAll(/(["'])([\w-]*)\1/g, '$2')
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
  const found: Declaration[] = []
  const around: string[] = []
  let text = ''
  const take = () => {
    const [name = '', ...value] = text.split(':')
    const said = value.join(':').replace(/!important/i, '')
    if (value.length > 0 || name.includes('@')) found.push({ around: [...around], name: name.trim().toLowerCase(), value: said.trim() })
    text = ''
  }
  for (const sign of plain) {
    if (sign === '{') {
      around.push(text.replaceAll(/\s+/g, ' ').trim())
      text = ''
    } else if (sign === ';' || sign === '}') {
      take()
      if (sign === '}') around.pop()
    } else text += sign
  }
  return found
}
