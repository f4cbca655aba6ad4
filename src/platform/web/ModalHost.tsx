import { Fragment, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Notice } from '#ui/Notice.tsx'
import type { NoticeKind } from '#ui/Notice.tsx'
import { ToastRail } from '#ui/ToastRail.tsx'
import { MODAL_STATE, modals, useModals } from './modal-queue.ts'
import type { ModalQueue } from './modal-queue.ts'

/** Draws what is open. Stands once in the root, after the page. */
export function ModalHost({ queue = modals }: { queue?: ModalQueue }) {
  const open = useModals(queue).filter((entry) => entry.state === MODAL_STATE.opened)
  return (
    <>
      {open.map((entry) => (entry.toast ? null : <Fragment key={entry.id}>{entry.render(() => queue.close(entry.id))}</Fragment>))}
      <ToastRail>
        {open.map((entry) => (entry.toast ? <Fragment key={entry.id}>{entry.render(() => queue.close(entry.id))}</Fragment> : null))}
      </ToastRail>
    </>
  )
}

const TOAST_MS = 6_000

interface ToastOptions {
  kind: NoticeKind
  text: ReactNode
  action?: { label: ReactNode; onPress: () => void }
  /** Zero keeps it until it is closed. */
  lifetimeMs?: number
}

/** A note at the end of the page; it leaves by itself unless it asks for something. */
export function showToast(
  { kind, text, action, lifetimeMs = action ? 0 : TOAST_MS }: ToastOptions,
  queue: ModalQueue = modals,
): () => void {
  return queue.show({
    name: `toast-${kind}`,
    toast: true,
    render: (close) => (
      <Toast close={close} lifetimeMs={lifetimeMs}>
        <Notice
          kind={kind}
          announce
          onClose={close}
          action={
            action
              ? {
                  label: action.label,
                  onPress: () => {
                    action.onPress()
                    close()
                  },
                }
              : undefined
          }
        >
          {text}
        </Notice>
      </Toast>
    ),
  })
}

function Toast({ close, lifetimeMs, children }: { close: () => void; lifetimeMs: number; children: ReactNode }) {
  useEffect(() => {
    if (lifetimeMs === 0) return
    const timer = setTimeout(close, lifetimeMs)
    return () => clearTimeout(timer)
    // Only the first close counts: it closes the same entry whatever function carries it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lifetimeMs])
  return children
}
