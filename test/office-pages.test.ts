/** Every page of the office that the specification names has its published address, and the address leads to it. */
import { globSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import { OFFICE_PAGES } from '#modules/dev/rules/office-pages.ts'
import { closedSection } from '../src/shell/sections.ts'
import routes from '../src/routes.ts'

/** Addresses below the language, without the optional part at their end. */
function pathsOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children, index }) => {
    const own = index || path === undefined ? above : `${above}/${path}`
    return [...(index || path !== undefined ? [own] : []), ...pathsOf(children ?? [], own)]
  })
}

it('each leads to a page or, until it is open, to its closed section', () => {
  const known = new Set(pathsOf(routes).map((path) => path.replace(/^\/:lng/, '')))
  const lost = Object.values(OFFICE_PAGES).filter((address) => {
    const path = address.split('#')[0]!
    return !known.has(path) && closedSection(path) !== 'office'
  })
  expect(lost).toEqual([])
  expect(Object.keys(OFFICE_PAGES).length).toBeGreaterThan(60)
})

it('each card that an address names is there', () => {
  const screens = globSync('src/modules/*/web/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const cards = new Set(screens.flatMap((text) => [...text.matchAll(/\bid="([a-z-]+)"/g)].map(([, id]) => id!)))
  const named = Object.values(OFFICE_PAGES).flatMap((address) => address.split('#')[1] ?? [])
  expect(named.filter((id) => !cards.has(id))).toEqual([])
})
