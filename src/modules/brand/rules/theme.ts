/**
 * A brand's colours: the neutral ramp from one hue, the CSS of the brand's layer, and the contrast gate of
 * ux.md §15. Colours are `#rrggbb` texts; nothing here chooses one that the tokens or the brand did not give.
 */
import type { Customize } from '#platform/shared/site-config.ts'

export type Theme = 'paper' | 'flood'
/** What a visitor may see: the themes by name, and the one that follows his machine. */
export const SCENES = ['paper', 'flood', 'system, light', 'system, dark'] as const
export type Scene = (typeof SCENES)[number]
export type Tokens = Record<string, string>

/** Lightness and chroma (OKLCH) of every neutral; the hue is the brand's. */
const RAMP: Record<Theme, Record<string, [l: number, c: number]>> = {
  paper: {
    bg: [0.956, 0.008],
    surface: [1, 0],
    sunken: [0.927, 0.012],
    raised: [1, 0],
    line: [0.888, 0.018],
    'line-strong': [0.609, 0.04],
    text: [0.196, 0.034],
    'text-2': [0.43, 0.045],
    'text-3': [0.512, 0.042],
    cell: [0.972, 0.006],
    'cell-hover': [0.946, 0.011],
    primary: [0.196, 0.034],
    'on-primary': [1, 0],
    'sel-ring': [0.196, 0.034],
    'accent-line': [0.196, 0.034],
  },
  flood: {
    bg: [0.171, 0.02],
    surface: [0.213, 0.026],
    sunken: [0.152, 0.017],
    raised: [0.256, 0.033],
    line: [0.31, 0.036],
    'line-strong': [0.563, 0.045],
    text: [0.961, 0.012],
    'text-2': [0.795, 0.032],
    'text-3': [0.674, 0.042],
    cell: [0.256, 0.033],
    'cell-hover': [0.309, 0.05],
  },
}

/** Foreground, background, least contrast: every pair that is used together (ux.md §15, §16). */
const PAIRS: [string, string, number][] = [
  ['text', 'bg', 7],
  ['text', 'surface', 7],
  ['text-2', 'bg', 4.5],
  ['text-2', 'surface', 4.5],
  ['text-3', 'bg', 4.5],
  ['text-3', 'surface', 4.5],
  ['text-3', 'cell', 4.5],
  ['text-3', 'sunken', 4.5],
  ['line-strong', 'bg', 3],
  ['line-strong', 'surface', 3],
  ['on-accent', 'accent', 4.5],
  ['accent-line', 'surface', 3],
  ['link', 'bg', 4.5],
  ['link', 'surface', 4.5],
  ['up', 'up-bg', 4.5],
  ['down', 'down-bg', 4.5],
  ['live', 'surface', 4.5],
  ['live', 'bg', 4.5],
  ['boost', 'boost-bg', 4.5],
  ['warn', 'warn-bg', 4.5],
  ['error', 'error-bg', 4.5],
  ['error', 'surface', 4.5],
  ['on-primary', 'primary', 4.5],
  ['text', 'cell', 7],
  ['text', 'cell-hover', 7],
  ['sel-ring', 'surface', 3],
]

/** What the brand changes in one theme: neutrals of its hue and, on Floodlight, the accent where Paper has ink. */
export function brandTokens(customize: Pick<Customize, 'accent' | 'onAccent' | 'neutralHue'>, theme: Theme): Tokens {
  const tokens: Tokens = { accent: customize.accent, 'on-accent': customize.onAccent }
  if (customize.neutralHue !== null) {
    for (const [name, [l, c]] of Object.entries(RAMP[theme])) tokens[name] = oklch(l, c, customize.neutralHue)
  }
  if (theme === 'flood') {
    tokens['primary'] = customize.accent
    tokens['on-primary'] = customize.onAccent
    tokens['sel-ring'] = customize.accent
    tokens['accent-line'] = customize.accent
  }
  return tokens
}

/** The brand's CSS layer. Neutrals stand under a named theme only: under :root they would beat both (ux.md 16.7). */
export function brandCss(customize: Customize): string {
  const radius = (px: number) => `${Math.round(px * customize.radiusScale)}px`
  const block = (selector: string, tokens: Tokens) =>
    `${selector}{${Object.entries(tokens)
      .map(([k, v]) => `--${k}:${v}`)
      .join(';')}}`
  const root: Tokens = {
    accent: customize.accent,
    'on-accent': customize.onAccent,
    'stripe-deg': `${customize.stripeDeg}deg`,
    'r-1': radius(3),
    'r-2': radius(6),
    'r-3': radius(10),
    'r-4': radius(16),
    font: `${JSON.stringify(customize.font.family)},"Vazirmatn",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif`,
  }
  const themed = (selector: string, theme: Theme) => {
    const { accent: _accent, 'on-accent': _on, ...rest } = brandTokens(customize, theme)
    return Object.keys(rest).length ? block(selector, rest) : ''
  }
  // As in ui/tokens.css, the dark theme is for screens: paper is printed on.
  const screen = `${themed('[data-theme=flood]', 'flood')}@media (prefers-color-scheme:dark){${themed('[data-theme=system]', 'flood')}}`
  const printed = themed('[data-theme=flood]', 'paper')
  const paper = themed('[data-theme=paper],[data-theme=system]', 'paper')
  return `@layer brand{${block(':root', root)}${paper}@media screen{${screen}}@media print{${printed}}}`
}

export interface ContrastFailure {
  theme: Scene
  foreground: string
  background: string
  ratio: number
  least: number
}

/** Pairs below their bar; an empty list means the brand may be published. `sheet`: what the brand's theme.css says (theme-sheet.ts). */
export function contrastFailures(
  base: Record<Theme, Tokens>,
  customize: Pick<Customize, 'accent' | 'onAccent' | 'neutralHue'>,
  sheet: Partial<Record<Scene, Tokens>> = {},
): ContrastFailure[] {
  const failures: ContrastFailure[] = []
  for (const scene of SCENES) {
    const theme = scene === 'flood' || scene === 'system, dark' ? 'flood' : 'paper'
    // What only follows a named theme is told once, under its name.
    if (scene !== theme && Object.keys(sheet[scene] ?? {}).length === 0) continue
    const tokens = { ...base[theme], ...brandTokens(customize, theme), ...sheet[scene] }
    for (const [foreground, background, least] of PAIRS) {
      const a = tokens[foreground]
      const b = tokens[background]
      if (a === undefined || b === undefined) continue
      const ratio = contrast(a, b)
      if (ratio < least) failures.push({ theme: scene, foreground, background, ratio: Math.floor(ratio * 100) / 100, least })
    }
  }
  return failures
}

/** Tokens that are plain colours, by theme, read from the text of ui/tokens.css. */
export function parseTokens(css: string): Record<Theme, Tokens> {
  const read = (body: string): Tokens =>
    Object.fromEntries(
      [...body.matchAll(/--([a-z0-9-]+)\s*:\s*(#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?)\s*[;}]/g)].map((m) => [m[1]!, longHex(m[2]!)]),
    )
  const bodies = (selector: RegExp) => [...css.matchAll(selector)].map((m) => m[1]!).join('\n')
  const root = read(bodies(/(?:^|[}\n,])\s*:root\s*\{([^}]*)\}/g))
  const paper = read(bodies(/\[data-theme=["']?paper["']?\]\s*\{([^}]*)\}/g))
  const flood = read(bodies(/\[data-theme=["']?flood["']?\]\s*\{([^}]*)\}/g))
  return { paper: { ...root, ...paper }, flood: { ...root, ...flood } }
}

export function longHex(hex: string): string {
  return hex.length === 4 ? `#${[...hex.slice(1)].map((c) => c + c).join('')}` : hex
}

/** WCAG contrast of two `#rrggbb` colours, 1 … 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** OKLCH → sRGB hex, clipped to the gamut. */
function oklch(l: number, c: number, hue: number): string {
  const a = c * Math.cos((hue * Math.PI) / 180)
  const b = c * Math.sin((hue * Math.PI) / 180)
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
    -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
    -0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S,
  ]
  const hex = linear.map((x) => {
    const v = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, v)) * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${hex.join('').toUpperCase()}`
}
