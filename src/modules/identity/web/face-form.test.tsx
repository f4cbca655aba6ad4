// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import identity from '../../../../locales/en/identity.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import type { IdentificationReply } from '../contract.ts'
import { FaceForm } from './FaceForm.tsx'

it('a camera that opens after the form was left is turned off', async () => {
  const stop = vi.fn<() => void>()
  let open: (stream: unknown) => void = () => {}
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: () => new Promise((opened) => (open = opened)) } })
  onTestFinished(() => void vi.unstubAllGlobals())
  const data = { file_types: ['image/jpeg'], max_file_bytes: 1_000_000 } as unknown as IdentificationReply
  const page = await sampleScreen(<FaceForm data={data} onSent={() => {}} />, { units: { identity, ui }, answer: () => undefined })
  await page.press(identity.face_start)
  page.leave()
  open({ getTracks: () => [{ stop }] })
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
})
