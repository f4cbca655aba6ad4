import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Button, type ButtonKind } from '#ui/Button.tsx'
import type { Press } from '../rules/press.ts'
import styles from './CashOut.module.css'

interface Props {
  press: Press
  /** Words of the first press, and of the second. */
  first: ReactNode
  second: ReactNode
  /** Name of the button that takes the first press back. */
  keep: string
  /** Of the button before the first press. */
  kind?: ButtonKind
  button?: Ref<HTMLButtonElement>
  onArm(): void
  onConfirm(): void
  onCancel(): void
}

/** One button all the way, so that it keeps the focus: do it, really do it, on its way. */
export function TwoPressButton({ press, first, second, keep, kind = 'plain', button, onArm, onConfirm, onCancel }: Props) {
  const armed = press.at === 'armed'
  const busy = press.at === 'asking' || press.at === 'selling'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !armed) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <>
      <Button
        ref={button}
        kind={armed || busy ? 'accent' : kind}
        className={styles.take}
        loading={busy}
        onClick={armed ? onConfirm : onArm}
        onKeyDown={onKeyDown}
      >
        <span>{armed || busy ? second : first}</span>
      </Button>
      {armed ? <Button kind="quiet" icon="close" aria-label={keep} data-tip={keep} onClick={onCancel} /> : null}
    </>
  )
}
