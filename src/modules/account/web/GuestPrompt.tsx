import { useEffect, useState } from 'react'
import { SocialButtons, SocialMark, SOCIAL_MARKS, useOneTap } from '#modules/auth/web/index.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { keptCameFrom } from '#platform/web/came-from.ts'
import { modals } from '#platform/web/modal-queue.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { SESSION_EXPIRY_MS, storage } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { isBegun, readDraft, type Draft } from './registration/form-model.ts'
import styles from './registration/Registration.module.css'

type AccountTexts = typeof import('../../../../locales/ru/account.json')

type Name = 'unfinished' | 'one-tap'
type Prompt = { name: 'unfinished'; draft: Draft } | { name: 'one-tap' }

interface Wishes {
  remind: boolean
  oneTap: boolean
  /** The product's time. */
  now: number
  /** The visitor has gone on to another page. */
  isGone: () => boolean
}

/** Shows what is due, once each while its fifteen minutes last. */
export async function promptGuest(wishes: Wishes): Promise<void> {
  await keptCameFrom()
  const prompt = await duePrompt(wishes)
  if (prompt === null || wishes.isGone()) return
  modals.show({ name: prompt.name, render: (close) => shown(prompt, close) })
}

function shown(prompt: Prompt, close: () => void) {
  return prompt.name === 'unfinished' ? <Unfinished kind={prompt.draft.kind} onClose={close} /> : <OneTap onClose={close} />
}

async function duePrompt({ remind, oneTap, now }: Wishes): Promise<Prompt | null> {
  // The notice about cookies comes first: nothing lies over it.
  if ((await storage.get('cookiesAgreeTime')) === null) return null
  const draft = remind ? readDraft(await storage.get('draft-registration'), now, SESSION_EXPIRY_MS) : null
  if (draft && isBegun(draft) && (await isNew('unfinished'))) return { name: 'unfinished', draft }
  return oneTap && (await isNew('one-tap')) ? { name: 'one-tap' } : null
}

async function isNew(prompt: Name): Promise<boolean> {
  const key = `draft-prompt-${prompt}` as const
  if ((await storage.get(key)) === true) return false
  await storage.set(key, true)
  return true
}

/** The form that was left half filled: what was typed is still there. */
function Unfinished({ kind, onClose }: { kind: string; onClose: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const navigate = useSiteNavigate()
  return (
    <Modal title={text('unfinished_title')} size="small" onClose={onClose}>
      <div className={styles.form}>
        <p>{text('unfinished_text')}</p>
        <Button
          kind="accent"
          size="large"
          wide
          onClick={() => {
            onClose()
            navigate(kind ? `/registration?type=${encodeURIComponent(kind)}` : '/registration')
          }}
        >
          {text('unfinished_go_on')}
        </Button>
      </div>
    </Modal>
  )
}

/** One press with the first service of the brand; the others stand below. */
function OneTap({ onClose }: { onClose: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const { first, leave } = useOneTap()
  const [here, setHere] = useState<string | null>(null)
  useEffect(() => setHere(location.pathname + location.search), [])
  if (!first) return null
  return (
    <Modal title={text('one_tap_title')} size="small" onClose={onClose}>
      <div className={styles.form}>
        <Button kind="primary" size="large" wide onClick={() => void leave(here)}>
          <SocialMark provider={first} />
          {text('one_tap_with', { name: SOCIAL_MARKS[first].name })}
        </Button>
        <SocialButtons asked={here} label={text('social_choose')} />
      </div>
    </Modal>
  )
}
