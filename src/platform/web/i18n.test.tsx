// @vitest-environment happy-dom
/** A unit of texts that comes while a page is drawn must not upset the drawing. */
import { act, startTransition, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { TextsProvider, useTexts } from './i18n.ts'
import { TextStore, type Dictionary } from './text-store.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

function Page() {
  const text = useTexts('late')
  // Hooks that stand behind the texts, as on every page.
  const [mark] = useState('·')
  return (
    <p>
      {mark}
      {text('word')}
    </p>
  )
}

it('a page that is gone to before its texts are here is drawn once they come, and React has nothing to recover from', async () => {
  const arrival = Promise.withResolvers<Dictionary>()
  const texts = new TextStore({ lng: 'ru', load: () => arrival.promise })
  const box = document.createElement('div')
  const recovered: unknown[] = []
  const root = createRoot(box, { onRecoverableError: (error) => recovered.push((error as Error).cause ?? error) })
  const site = (page: ReactNode) => <TextsProvider texts={texts}>{page}</TextsProvider>
  await act(async () => root.render(site(<p>before</p>)))
  await act(async () => {
    startTransition(() => root.render(site(<Page />)))
    // The drawing has begun and waits for the texts.
    await new Promise((done) => setTimeout(done, 20))
    arrival.resolve({ word: 'слово' })
    await arrival.promise
  })
  expect(box.textContent).toBe('·слово')
  expect(recovered).toEqual([])
  await act(async () => root.unmount())
})
