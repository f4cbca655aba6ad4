// @vitest-environment happy-dom
/** A file that the server would not take is refused before it goes over the line. */
import { act, type ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import identity from '../../../../locales/en/identity.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import type { IdentificationReply } from '../contract.ts'

const sent: string[] = []
vi.mock('#platform/web/call.ts', () => ({ call: async (_method: string, path: string) => (sent.push(path), {}) }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { DocumentForm } = await import('./DocumentForm.tsx')
const { FaceForm } = await import('./FaceForm.tsx')

const data = {
  doc_types: [{ doc_type: 1, title: 'Passport', fields: ['photo_page'] }],
  min_age: 18,
  now: Date.UTC(2026, 4, 5) / 1000,
  max_files: 2,
  max_file_bytes: 1024 * 1024,
  file_types: ['image/png', 'image/jpeg', 'application/pdf'],
} as unknown as IdentificationReply

let leave = () => {}
beforeEach(() => (sent.length = 0))
afterEach(() => leave())

async function draw(part: ReactNode) {
  ;({ leave } = await sampleScreen(part, { units: { identity, auth, ui } }))
}

const says = () => document.body.textContent ?? ''
function pick(name: string, type: string, size: number) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([new Uint8Array(size)], name, { type })] })
  return act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await new Promise((done) => setTimeout(done, 5))
  })
}

it('a side of a document: what is wrong is said at once, what was chosen stays, and a good file ends the complaint', async () => {
  await draw(<DocumentForm data={data} onSent={() => {}} />)
  await pick('good.jpg', 'image/jpeg', 1000)
  await pick('large.jpg', 'image/jpeg', 1024 * 1024 + 1)
  expect(says()).toContain('large.jpg: The file is larger than 1 MB')
  await pick('apple.heic', 'image/heic', 1000)
  expect(says()).toContain('apple.heic: Only PNG, JPEG, PDF can be sent')
  expect(says()).toContain('good.jpg')
  await pick('better.png', 'image/png', 1024 * 1024)
  expect(says()).not.toMatch(/heic|good\.jpg/)
  expect(says()).toMatch(/better\.png.*1\sMB/)
})

it('a picture of the face: nothing is begun with one that cannot be taken', async () => {
  await draw(<FaceForm data={data} onSent={() => {}} />)
  await pick('face.pdf', 'application/pdf', 1000)
  expect(says()).toContain('face.pdf: Only PNG, JPEG can be sent')
  await pick('large.jpg', 'image/jpeg', 1024 * 1024 + 1)
  expect(says()).toContain('large.jpg')
  expect(sent).toEqual([])
  await pick('me.jpg', 'image/jpeg', 1000)
  expect(sent).toHaveLength(2)
  expect(says()).not.toContain('large.jpg')
})
