import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { EDGES, partOf, refusal } from './architecture.rules.ts'

const root = resolve(import.meta.dirname, '..')

interface Import {
  specifier: string
  typeOnly: boolean
}

/** Every import of a file: static, type-only, re-exported and dynamic. */
function importsOf(file: string, source: string): Import[] {
  const { module } = parseSync(file, source)
  const found: Import[] = []
  for (const statement of module.staticImports) {
    const typeOnly = statement.entries.length > 0 && statement.entries.every((entry) => entry.isType)
    found.push({ specifier: statement.moduleRequest.value, typeOnly })
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries)
      if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType })
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^['"](.*)['"]$/.exec(text)
    if (literal) found.push({ specifier: literal[1]!, typeOnly: false })
  }
  return found
}

/** The project path that an import of ours leads to; null for packages. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#seed/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return null
}

function violations(file: string, source: string): string[] {
  const from = partOf(file)
  return importsOf(file, source).flatMap(({ specifier, typeOnly }) => {
    const target = targetOf(file, specifier)
    // Types that React Router writes for each route stand outside the tree.
    if (target === null || /\+types\//.test(target)) return []
    const reason = refusal(from, partOf(target), typeOnly)
    return reason ? [`${file}: ${specifier}: ${reason}`] : []
  })
}

function sources(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join('src', name))
}

describe('who may import whom', () => {
  it('no file breaks the rules', () => {
    expect(sources().flatMap((file) => violations(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it('the edges between modules are acyclic', () => {
    const state = new Map<string, 'open' | 'done'>()
    const visit = (name: string, path: string[]): void => {
      if (state.get(name) === 'done') return
      expect(state.get(name), `a cycle: ${[...path, name].join(' → ')}`).toBeUndefined()
      state.set(name, 'open')
      for (const next of EDGES[name] ?? []) visit(next, [...path, name])
      state.set(name, 'done')
    }
    for (const name of Object.keys(EDGES)) visit(name, [])
  })

  // Each rule is proven by a planted violation: a test that cannot fail says nothing.
  it.each([
    ['lib of ours', 'src/lib/planted.ts', "import { route } from '#platform/server/http.ts'"],
    ['ui of a module', 'src/ui/planted.tsx', "import { x } from '#modules/line/rules/book.ts'"],
    ['shared of server', 'src/platform/shared/planted.ts', "import { createDb } from '#platform/server/db.ts'"],
    ['web of server', 'src/platform/web/planted.ts', "import type { Db } from '#platform/server/db.ts'"],
    ['contract of server', 'src/modules/bets/contract.ts', "import { x } from './server/index.ts'"],
    ['rules of server', 'src/modules/bets/rules/planted.ts', "import { x } from '../server/index.ts'"],
    ['rules with the contract at run time', 'src/modules/bets/rules/planted.ts', "import { x } from '../contract.ts'"],
    ['rules of a module not on the list', 'src/modules/ledger/rules/planted.ts', "import { x } from '#modules/bets/rules/size.ts'"],
    ['server of a web', 'src/modules/bets/server/planted.ts', "import { x } from '../web/index.ts'"],
    ['server past the door', 'src/modules/bets/server/planted.ts', "import { x } from '#modules/ledger/server/post.ts'"],
    ['server against the list', 'src/modules/ledger/server/planted.ts', "import { x } from '#modules/bets/server/index.ts'"],
    ['web of a server', 'src/modules/bets/web/planted.tsx', "import { x } from '../server/index.ts'"],
    ['web with the contract at run time', 'src/modules/bets/web/planted.tsx', "import { x } from '../contract.ts'"],
    ['web past the door', 'src/modules/bets/web/planted.tsx', "import { X } from '#modules/coupon/web/Coupon.tsx'"],
    ['anybody of the composition', 'src/modules/bets/server/planted.ts', "import { startServer } from '#server.ts'"],
    ['a dynamic import', 'src/modules/bets/web/planted.tsx', "const x = import('../server/index.ts')"],
    ['a re-export', 'src/lib/planted.ts', "export { createDb } from '#platform/server/db.ts'"],
  ])('finds %s', (_name, file, source) => {
    expect(violations(file, source)).toHaveLength(1)
  })
})
