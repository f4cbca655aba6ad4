import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { addressOf } from './plain-imports.ts'
import { root } from './steps.ts'

/** What a file imports, as it stands there. */
const importsOf = (source: string) => [...source.matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map(([, specifier]) => specifier!)

it('an import is found without looking where Node finds it by looking', async () => {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }
  expect(imports).toEqual({ '#seed/*': './seed/*', '#*': './src/*' })
  const files = globSync(['src/**/server/**/*.ts', 'src/compose/*.ts', 'src/server.ts', 'tools/start*.ts'], { cwd: root })
  let seen = 0
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    const parent = pathToFileURL(join(root, file)).href
    for (const specifier of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const found = addressOf(specifier, parent)
      if (!found) continue
      seen += 1
      expect(existsSync(fileURLToPath(found.url)), `${file}: ${specifier}`).toBe(true)
    }
  }
  expect(seen).toBeGreaterThan(2000)
})

it('what names no file whole is left to Node', () => {
  const parent = pathToFileURL(join(root, 'src/server.ts')).href
  for (const specifier of ['zod', 'node:fs', 'kysely', './server', '#server.tsx']) expect(addressOf(specifier, parent)).toBeNull()
  const inside = (name: string) => pathToFileURL(join(root, 'node_modules', name, 'index.js')).href
  expect(addressOf('./kysely.js', inside('kysely'))?.format).toBe('module')
  expect(addressOf('./lib/reply.js', inside('fastify'))).toBeNull()
})
