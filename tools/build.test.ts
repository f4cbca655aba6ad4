/** What the build of the site writes, and where. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { expect, it } from 'vitest'
import { siteConfig } from './build.ts'
import { root } from './steps.ts'

it('the configuration is read without a word written into the node_modules of the packages', { timeout: 60_000 }, async () => {
  const beside = join(root, '.cache/site-config/node_modules/.vite-temp')
  rmSync(beside, { recursive: true, force: true })
  const read = await loadConfigFromFile({ command: 'build', mode: 'production' }, siteConfig())
  expect(read?.config.build?.target).toBe('es2022')
  expect(existsSync(beside)).toBe(true)
})
