// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { storage } from '#platform/web/storage.ts'
import { useRecent } from './use-search.ts'

it('a search that is kept before the earlier ones were read does not take their place', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  await storage.set('draft-search', ['old', 'older'])
  const seen = vi.fn((_shown: ReturnType<typeof useRecent>) => null)
  const Recent = () => seen(useRecent())
  const recent = () => seen.mock.lastCall![0]
  const root = createRoot(document.createElement('div'))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    await storage.remove('draft-search')
  })
  act(() => root.render(<Recent />))
  act(() => recent().add('new'))
  await act(async () => recent().add('newest'))
  expect(recent().recent).toEqual(['newest', 'new', 'old', 'older'])
  expect(await storage.get('draft-search')).toEqual(recent().recent)
  await act(async () => recent().clear())
  expect([recent().recent, await storage.get('draft-search')]).toEqual([[], []])
})
