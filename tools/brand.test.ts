import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { brand } from './brand.ts'

const dir = mkdtempSync(join(tmpdir(), 'brand-command-'))
let said = ''
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true })
  cpSync('brands', dir, { recursive: true })
  vi.stubEnv('BRANDS', dir)
  vi.stubEnv('PORT', '4321')
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (said += String(text)) !== '')
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true, force: true })
})
const textOf = (id: string) => readFileSync(join(dir, id, 'config.json'), 'utf8')

it('a new brand is its model as it is written, under its own name, number, host and e-mail', async () => {
  expect(await brand(['new', 'Zarya'])).toBe(0)
  expect(said).toContain('http://zarya.localhost:4321 after')
  const made = JSON.parse(textOf('zarya')) as Record<string, Record<string, unknown>>
  const model = JSON.parse(textOf('polosa')) as typeof made
  expect(JSON.stringify(made) + readFileSync(join(dir, 'zarya/logo.svg'), 'utf8')).not.toMatch(/polosa/i)
  expect(made['config']!['support']).toMatchObject({ contacts: [{ kind: 'email', value: 'support@zarya.example' }] })
  const changed = Object.keys(model['config']!).filter(
    (key) => JSON.stringify(made['config']![key]) !== JSON.stringify(model['config']![key]),
  )
  expect(changed).toEqual(['id', 'number', 'group', 'hosts', 'global', 'support', 'telemetry', 'customize'])
  expect(Object.keys(made['config']!)).toEqual(Object.keys(model['config']!))
  expect(made['layers']).toEqual(model['layers'])
})

it('lint holds the colours of theme.css against their pairs', async () => {
  const withTheme = (css: string) => {
    writeFileSync(join(dir, 'kairos/theme.css'), css)
    return brand(['lint'])
  }
  expect(await withTheme('[data-theme=paper]{--r-1:7px;--text:#000}')).toBe(0)
  expect(await withTheme(':root{--ink:#fff;--paper:#fff}')).toBe(1)
  expect(said).toContain('kairos: theme.css: :root { --ink: #fff }: a colour is a token of the house')
  expect(await withTheme(':root{--text:#fff}')).toBe(1)
  expect(said).toContain('kairos: text on surface has 1 in paper, at least 7 is needed')
})
