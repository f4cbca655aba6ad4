// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { PHONE, useMedia } from './use-media.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a page of the server is hydrated as it was drawn, and only then becomes that of a phone', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const Page = () => <p data-phone={useMedia(PHONE)} />
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = '<p data-phone="false"></p>'
  const failed = vi.fn()
  const told = vi.spyOn(console, 'error').mockImplementation(failed)
  const root = await act(async () => hydrateRoot(place, <Page />, { onRecoverableError: failed }))
  expect([place.innerHTML, failed.mock.calls.length]).toEqual(['<p data-phone="true"></p>', 0])
  await act(async () => root.unmount())
  place.remove()
  told.mockRestore()
  vi.unstubAllGlobals()
})
