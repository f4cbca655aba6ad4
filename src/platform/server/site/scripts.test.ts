import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '#lib/time.ts'
import { registry } from '../metrics.ts'
import { INVENTORY_FILE, inventoryOf, scriptFaults, watchScripts } from './scripts.ts'

const build = mkdtempSync(join(tmpdir(), 'scripts-'))
afterAll(() => rmSync(build, { recursive: true }))
afterEach(() => void vi.useRealTimers())
mkdirSync(join(build, 'client/assets'), { recursive: true })
const file = (name: string) => join(build, 'client/assets', name)
for (const name of ['pay.js', 'pay.js.br', 'cash.js', 'style.css']) writeFileSync(file(name), `the content of ${name}`)
const log = { info: vi.fn(), error: vi.fn() }

it('a script that was changed, taken away or added is found, also in the form in which it is sent; other files are not scripts', async () => {
  const built = await inventoryOf(build)
  expect(Object.keys(built).sort()).toEqual(['client/assets/cash.js', 'client/assets/pay.js', 'client/assets/pay.js.br'])
  expect(scriptFaults(built, await inventoryOf(build))).toEqual([])
  appendFileSync(file('style.css'), ' ')
  appendFileSync(file('pay.js.br'), ' ')
  rmSync(file('cash.js'))
  writeFileSync(file('skimmer.js'), 'sends everything away')
  expect(scriptFaults(built, await inventoryOf(build)).sort((a, b) => a.file.localeCompare(b.file))).toEqual([
    { file: 'client/assets/cash.js', fault: 'missing' },
    { file: 'client/assets/pay.js.br', fault: 'changed' },
    { file: 'client/assets/skimmer.js', fault: 'unknown' },
  ])
})

it('a server looks soon after its start and every hour, and holds on to the list that it started with', async () => {
  writeFileSync(join(build, INVENTORY_FILE), JSON.stringify(await inventoryOf(build)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  const stop = watchScripts(build, log)
  const changed = async () => /polosa_scripts_changed (\d+)/.exec(await registry.metrics())![1]
  vi.advanceTimersByTime(MINUTE)
  await inventoryOf(build)
  expect([log.error.mock.calls.length, await changed()]).toEqual([0, '0'])
  appendFileSync(file('pay.js'), ';steal()')
  writeFileSync(join(build, INVENTORY_FILE), JSON.stringify(await inventoryOf(build)))
  vi.advanceTimersByTime(HOUR)
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled())
  expect(log.error).toHaveBeenCalledWith({ count: 1, scripts: [{ file: 'client/assets/pay.js', fault: 'changed' }] }, expect.any(String))
  expect(await changed()).toBe('1')
  stop()
  log.error.mockClear()
  vi.advanceTimersByTime(3 * HOUR)
  await inventoryOf(build)
  expect(log.error).not.toHaveBeenCalled()
})
