import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, parseTokens } from '#modules/brand/rules/theme.ts'

const read = (path: string) => readFileSync(path, 'utf8')

/** Outcomes that cannot join the chosen ones stand on the card itself, in the colour that their rule names. */
test.each(['paper', 'flood'] as const)('a grey outcome can be read on %s', (theme) => {
  const rules = read('src/modules/line/web/event/Event.module.css').match(/^.*\[data-impossible\].*$/gm) ?? []
  const rule = rules.find((one) => one.includes('color: var('))!
  expect(rules.join()).not.toContain('opacity')
  expect(rule).toContain('background: none')
  const tokens = parseTokens(read('src/ui/tokens.css'))[theme]
  const [, name] = /[^-]color: var\(--([\w-]+)\)/.exec(rule)!
  expect(contrast(tokens[name!]!, tokens['surface']!)).toBeGreaterThanOrEqual(4.5)
})
