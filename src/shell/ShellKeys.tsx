import { Suspense, useState } from 'react'
import { useKeys } from '#platform/web/keys.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { useTexts } from '#platform/web/i18n.ts'

const KeysModal = lazyPart(async () => (await import('./KeysModal.tsx')).KeysModal)

/** Single-letter keys of the page; `?` lists them, and they can be switched off (WCAG 2.1.4). */
export function ShellKeys() {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const [enabled, setEnabled] = usePreference('singleKeys', true)
  const [open, setOpen] = useState(false)
  useKeys(
    {
      '?': () => setOpen(true),
      '/': (event) => {
        event.preventDefault()
        // Pressed as well: the icon of narrow screens opens by that, not by the focus.
        const search = document.querySelector<HTMLElement>('[data-key="search"]')
        search?.focus()
        search?.click()
      },
      b: () => document.querySelector<HTMLElement>('[data-key="coupon"]')?.focus(),
    },
    enabled,
  )
  return open ? (
    <Suspense>
      <KeysModal title={text('keys')} enabled={enabled} onToggle={setEnabled} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
