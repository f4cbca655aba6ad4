import { useEffect, useRef, useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { CODE_LENGTH, normalCode } from '../rules/coupon-code.ts'
import { inFlight, type Coupon } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useCouponTexts } from './texts.ts'
import { useRichText } from './rich-text.tsx'
import styles from './coupon.module.css'

/** Saving the coupon under a code, and taking one from a code. */
export function CodeTools({ coupon, noteOnly = false }: { coupon: Coupon; noteOnly?: boolean }) {
  const text = useCouponTexts()
  const { store, share, note, begin } = useCouponContext()
  const hasLegs = coupon.legs.length > 0
  const [asking, setAsking] = useState(begin === 'code' && !hasLegs)
  return (
    <div className={styles.tools}>
      {note ? <CodeNoteView /> : null}
      {noteOnly || inFlight(coupon.flow) ? null : asking ? (
        <CodeField onDone={() => setAsking(false)} />
      ) : (
        <div className={styles.toolRow}>
          {hasLegs ? (
            <Button kind="quiet" size="small" icon="share" onClick={share}>
              {text('act_share')}
            </Button>
          ) : null}
          <Button kind="quiet" size="small" icon="code" onClick={() => setAsking(true)}>
            {text('by_code')}
          </Button>
          {hasLegs ? (
            <Button kind="quiet" size="small" icon="trash" onClick={() => store.dispatch({ do: 'clear' })}>
              {text('clear')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}

function CodeField({ onDone }: { onDone: () => void }) {
  const text = useCouponTexts()
  const { findCode } = useCouponContext()
  const [value, setValue] = useState('')
  const code = normalCode(value)
  const field = useRef<HTMLInputElement>(null)
  // The press on "By code" asks for the field: the focus goes on to it.
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className={styles.codeForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (!code) return
        findCode(code)
        onDone()
      }}
    >
      <TextField
        label={text('code_label')}
        hideLabel
        placeholder={text('code_label')}
        value={value}
        maxLength={CODE_LENGTH + 3}
        autoComplete="off"
        ref={field}
        onChange={setValue}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <Button type="submit" kind="primary" disabled={!code}>
        {text('code_find')}
      </Button>
    </form>
  )
}

function CodeNoteView() {
  const text = useCouponTexts()
  const rich = useRichText()
  const { lng } = useSite()
  const { note, setNote, showFound } = useCouponContext()
  if (!note) return null
  const close = () => setNote(null)
  if (note.kind === 'saved') {
    const link = `${location.origin}/${lng}?coupon=${note.code}`
    const copy = () => void navigator.clipboard?.writeText(link).then(() => setNote({ ...note, copied: true }))
    return (
      <Notice plain kind="success" onClose={close} action={{ label: text(note.copied ? 'copied' : 'act_copy'), onPress: copy }}>
        {rich('code_saved', { code: <Num>{note.code}</Num> })}
        <br />
        <a className={styles.codeLink} href={link}>
          <Num>{link.replace(/^https?:\/\//, '')}</Num>
        </a>
      </Notice>
    )
  }
  if (note.kind === 'found') {
    const values = { code: <Num>{note.code}</Num>, m: <Num>{note.offers.length}</Num> }
    return (
      <Notice
        plain
        kind="warning"
        onClose={close}
        action={note.offers.length > 0 ? { label: text('act_show'), onPress: showFound } : undefined}
      >
        {rich(note.partial ? 'code_partial' : 'code_found', values, note.offers.length)}
      </Notice>
    )
  }
  return (
    <Notice plain kind="error" onClose={close}>
      {text(note.kind === 'unknown' ? 'problem_no_such_code' : 'code_failed')}
    </Notice>
  )
}
