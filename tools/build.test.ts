/** What the build of the site writes, and where. */
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { expect, it } from 'vitest'
import { lock, siteConfig } from './build.ts'
import { root } from './steps.ts'

it('the configuration is read without a word written into the node_modules of the packages', { timeout: 60_000 }, async () => {
  const beside = join(root, '.cache/site-config/node_modules/.vite-temp')
  rmSync(beside, { recursive: true, force: true })
  const read = await loadConfigFromFile({ command: 'build', mode: 'production' }, siteConfig())
  expect(read?.config.build?.target).toBe('es2022')
  expect(existsSync(beside)).toBe(true)
})

it('the lock of a builder that lives is not taken over, however long it builds; what another has taken is left to it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'building-'))
  const path = join(folder, 'building')
  const release = await lock(path, 20)
  // As it would be after an hour of building.
  utimesSync(path, 0, 0)
  await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(0)
  let isTaken = false
  const second = lock(path).then((free) => {
    isTaken = true
    return free
  })
  await new Promise((done) => setTimeout(done, 250))
  expect(isTaken).toBe(false)
  release()
  ;(await second)()
  expect(existsSync(path)).toBe(false)
  const late = await lock(path)
  writeFileSync(path, '1')
  late()
  expect(existsSync(path)).toBe(true)
  rmSync(folder, { recursive: true })
})
