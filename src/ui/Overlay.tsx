import { useId, useLayoutEffect, useRef } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { beforeRouter, isGoingElsewhere, overlayEntry, stepBack } from './own-steps.ts'
import { useUi } from './settings.tsx'
import { enterDialog } from './top-dialog.ts'
import styles from './Overlay.module.css'
import { cx } from './class-names.ts'

let locks = 0

/** The page behind an overlay does not scroll; overlays may lie over each other, so the lock is counted. */
export function lockScroll(): () => void {
  const root = document.documentElement
  locks += 1
  // The place of the scroll bar is kept, so that the page does not jump sideways.
  if (locks === 1) root.style.paddingInlineEnd = `${window.innerWidth - root.clientWidth}px`
  root.dataset['scrollLock'] = ''
  return () => {
    locks -= 1
    if (locks > 0) return
    delete root.dataset['scrollLock']
    root.style.paddingInlineEnd = ''
  }
}

export type OverlayKind = 'modal' | 'sheet' | 'drawer'

interface OverlayProps {
  kind: OverlayKind
  title: ReactNode
  /** Called by Esc, Back, the scrim, the cross and a swipe. */
  onClose: () => void
  /** Shows the back button of the navigation bar. */
  onBack?: (() => void) | undefined
  /** Stays at the bottom and never scrolls away. */
  footer?: ReactNode
  /** Hides the bar; the title is still read aloud. */
  bare?: boolean
  /** False: only a choice inside closes it. */
  dismissible?: boolean
  /** False: it came by itself, without a press, or must be answered. It makes no entry of the history, and Back goes where it leads without closing it. */
  closesOnBack?: boolean
  /** Widths 360, 480, 720 and 1024; the last is for a page, which has margins of its own. */
  size?: 'small' | 'medium' | 'large' | 'wide'
  className?: string | undefined
  children: ReactNode
}

/**
 * Every overlay is one native <dialog>: the browser keeps focus inside, returns it on close and makes the page behind
 * inert. The phone's Back closes it: opening adds a history entry, closing by hand takes it away again.
 */
function Overlay({
  kind,
  title,
  onClose,
  onBack,
  footer,
  bare = false,
  dismissible = true,
  closesOnBack = dismissible,
  size = 'medium',
  className,
  children,
}: OverlayProps) {
  const { text } = useUi()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const titleId = useId()

  // A layout effect ends while the dialog is still in the page: only then does closing give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const unlock = lockScroll()
    element.showModal()
    // The window itself, not its cross: a name of the cross would lie over what has come by itself.
    element.focus()
    const leave = enterDialog(element)
    // Chromium closes a dialog whose player presses Esc a third time, whatever the page says: a question that waits for its answer comes back.
    const stays = () => {
      if (!element.open && !dismissible) element.showModal()
    }
    element.addEventListener('close', stays)
    const release = closesOnBack ? closeOnBack(() => close.current()) : () => {}
    return () => {
      element.removeEventListener('close', stays)
      release()
      leave()
      element.close()
      unlock()
    }
  }, [closesOnBack, dismissible])

  const drag = useSwipeDown(dialog, () => close.current(), kind === 'sheet' && dismissible)
  return (
    <dialog
      ref={dialog}
      className={cx(styles.overlay, className)}
      tabIndex={-1}
      data-kind={kind}
      data-size={size}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !dismissible) event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        if (dismissible) onClose()
      }}
      onPointerDown={(event) => {
        if (dismissible && event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.panel}>
        {kind === 'sheet' ? <div className={styles.grip} {...drag} aria-hidden /> : null}
        <header className={bare ? 'visually-hidden' : styles.bar} {...(kind === 'sheet' && !bare ? drag : {})}>
          {onBack ? <IconButton icon="arrow-left" flip label={text('back')} onClick={onBack} /> : null}
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {dismissible ? <IconButton icon="close" label={text('close')} onClick={onClose} /> : null}
        </header>
        <div className={styles.body}>{children}</div>
        {footer ? <footer className={styles.footer}>{footer}</footer> : null}
      </div>
    </dialog>
  )
}

export type ModalProps = Omit<OverlayProps, 'kind'>

/** Modal shell: navigation bar with title and back (UI-01); on phones it stands at the bottom. */
export function Modal(props: ModalProps) {
  return <Overlay kind="modal" {...props} />
}

/** Bottom sheet of phones, at most 88 % high: handle, swipe, Back and Esc close it. */
export function Sheet(props: ModalProps) {
  return <Overlay kind="sheet" {...props} />
}

/** A column at the start side: the sports tree below 1024, the menu. */
export function Drawer(props: ModalProps) {
  return <Overlay kind="drawer" {...props} />
}

let leaving: ReturnType<typeof setTimeout> | undefined

/**
 * Calls `onBack` when the browser goes back. Opening adds a history entry at the same address; when the overlay closes
 * otherwise the entry is taken back, unless the page has gone elsewhere meanwhile or another overlay uses it at once
 * (the next of the queue; development mode mounts twice). The router does not hear of these steps: it would load the
 * page anew.
 */
export function closeOnBack(onBack: () => void): () => void {
  const entry = overlayEntry(leaving === undefined)
  clearTimeout(leaving)
  leaving = undefined
  let left = false
  const onPop = (event: PopStateEvent) => {
    if (entry.isOurs() || left) return
    left = true
    if (entry.isBack()) {
      event.stopImmediatePropagation()
      entry.settle()
    }
    onBack()
  }
  const forget = beforeRouter(onPop)
  return () => {
    forget()
    entry.end()
    if (left || !entry.isOurs()) return
    leaving = setTimeout(() => {
      leaving = undefined
      if (!entry.isOurs() || isGoingElsewhere()) return
      stepBack()
      entry.settle()
    }, 0)
  }
}

/** Follows the finger downwards; beyond a third of the height, or a quick throw, it closes. */
function useSwipeDown(target: { current: HTMLElement | null }, onClose: () => void, enabled: boolean) {
  const start = useRef<{ y: number; at: number } | null>(null)
  if (!enabled) return {}
  const move = (offset: number) => target.current?.style.setProperty('--drag', offset > 0 ? `${offset}px` : '0px')
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return
      start.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current) move(event.clientY - start.current.y)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const distance = event.clientY - start.current.y
      const speed = distance / Math.max(1, event.timeStamp - start.current.at)
      start.current = null
      const height = target.current?.clientHeight ?? 600
      if (distance > height / 3 || (speed > 0.6 && distance > 40)) onClose()
      else move(0)
    },
    onPointerCancel() {
      start.current = null
      move(0)
    },
  }
}
