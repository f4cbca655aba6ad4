import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { copyText } from '#platform/web/copy-text.ts'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { useUi } from '#ui/settings.tsx'
import { CODE_LENGTH, normalCode } from '../rules/coupon-code.ts'
import { VID } from '../rules/kinds.ts'
import { bodyEvents, inFlight, isEachWay, isSameGame, kindOf, MOST_TABS, vidOfKind, type Coupon } from '../rules/state/index.ts'
import { CouponSettingsModal } from './CouponSettingsModal.tsx'
import { useCouponContext } from './context.ts'
import { GenerateModal } from './GenerateModal.tsx'
import { legLines } from './leg-text.ts'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { useRichParts, useRichText } from './rich-text.tsx'
import { ShareModal } from './ShareModal.tsx'
import styles from './coupon.module.css'

type Open = 'code' | 'settings' | 'generate' | null

/** Saving the coupon under a code, taking one from a code, another coupon, a generated one, settings. */
export function CodeTools({ coupon, noteOnly = false }: { coupon: Coupon; noteOnly?: boolean }) {
  const { note, setNote, begin } = useCouponContext()
  const hasLegs = coupon.legs.length > 0
  const [open, setOpen] = useState<Open>(begin === 'code' && !hasLegs ? 'code' : null)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    // The field goes away with the focus in it: that goes back to the button that it came from.
    const isField = open === 'code'
    flushSync(() => setOpen(null))
    if (isField) box.current?.querySelector<HTMLElement>('[data-code]')?.focus()
  }
  /** What was said of another code is over. */
  const forget = () => {
    if (note?.kind === 'unknown' || note?.kind === 'failed') setNote(null)
  }
  const begins = (part: Open) => {
    forget()
    setOpen(part)
  }
  return (
    <div ref={box} className={styles.tools}>
      {note ? <CodeNoteView coupon={coupon} /> : null}
      {noteOnly || inFlight(coupon.flow) ? null : open === 'code' ? (
        <CodeField onChange={forget} onDone={close} />
      ) : (
        <ToolRow coupon={coupon} onOpen={begins} />
      )}
      {open === 'settings' ? <CouponSettingsModal coupon={coupon} onClose={close} /> : null}
      {open === 'generate' ? <GenerateModal coupon={coupon} onClose={close} /> : null}
    </div>
  )
}

function ToolRow({ coupon, onOpen }: { coupon: Coupon; onOpen: (open: Open) => void }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { store, share } = useCouponContext()
  const hasLegs = coupon.legs.length > 0
  const tabs = coupon.before.length + 1 + coupon.after.length
  return (
    <div className={styles.toolRow}>
      {hasLegs ? (
        <Button kind="quiet" size="small" icon="share" onClick={share}>
          {text('act_share')}
        </Button>
      ) : (
        <Button kind="quiet" size="small" icon="code" data-code="" onClick={() => onOpen('code')}>
          {text('by_code')}
        </Button>
      )}
      {canBeShared(coupon) ? <WithFriends coupon={coupon} /> : null}
      {!hasLegs && coupon.setup.options.has('generate') ? (
        <Button kind="quiet" size="small" icon="bolt" onClick={() => onOpen('generate')}>
          {parts('generate')}
        </Button>
      ) : null}
      <span className={styles.toolIcons}>
        {hasLegs ? <IconButton icon="code" size={15} data-code="" label={text('by_code')} onClick={() => onOpen('code')} /> : null}
        {hasLegs && tabs === 1 && !coupon.sale ? (
          <IconButton icon="plus" size={15} label={parts('slip_new')} onClick={() => store.dispatch({ do: 'tabAdd' })} />
        ) : null}
        {hasLegs ? <IconButton icon="trash" size={15} label={text('clear')} onClick={() => store.dispatch({ do: 'clear' })} /> : null}
        <IconButton icon="settings" size={15} label={parts('settings')} onClick={() => onOpen('settings')} />
      </span>
    </div>
  )
}

/** Friends have time to join: singles and expresses before their start. */
function canBeShared(coupon: Coupon): boolean {
  const vid = vidOfKind(kindOf(coupon))
  return (
    coupon.legs.length > 0 &&
    vid <= VID.express &&
    !coupon.sale &&
    !isSameGame(coupon) &&
    !isEachWay(coupon) &&
    coupon.legs.every((leg) => leg.kind === 3)
  )
}

/** The step to a group with what stands in the coupon (XT-28). */
function WithFriends({ coupon }: { coupon: Coupon }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { setSheetOpen } = useCouponContext()
  if (!useFeature('groupBets')) return null
  const groupBet = {
    vid: vidOfKind(kindOf(coupon)),
    stake: coupon.stake,
    events: bodyEvents(coupon.legs),
    legs: coupon.legs.map((leg) => ({
      ...legLines(leg, { w1: text('w1'), w2: text('w2'), draw: text('draw') }),
      price: leg.price,
      startsAt: leg.startsAt,
    })),
  }
  return (
    <SiteLink to="/office/groups/new" state={{ groupBet }} className={styles.toolLink} onClick={() => setSheetOpen(false)}>
      <Icon name="users" size={16} />
      {parts('with_friends')}
    </SiteLink>
  )
}

function CodeField({ onChange, onDone }: { onChange: () => void; onDone: () => void }) {
  const text = useCouponTexts()
  const { text: ui } = useUi()
  const { findCode } = useCouponContext()
  const [value, setValue] = useState('')
  const [missing, setMissing] = useState(false)
  const code = normalCode(value)
  const field = useRef<HTMLInputElement>(null)
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onDone()
  // The press on "By code" asks for the field: the focus goes on to it.
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className={styles.codeForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (!code) {
          setMissing(true)
          return field.current?.focus()
        }
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
        error={missing && !code ? text(value.trim() === '' ? 'code_missing' : 'code_shape') : undefined}
        onChange={(next) => {
          setValue(next)
          onChange()
        }}
        onKeyDown={leave}
      />
      <Button type="submit" kind="primary" onKeyDown={leave}>
        {text('code_find')}
      </Button>
      <IconButton icon="close" label={ui('close')} onClick={onDone} onKeyDown={leave} />
    </form>
  )
}

function CodeNoteView({ coupon }: { coupon: Coupon }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichText()
  const richParts = useRichParts()
  const { lng } = useSite()
  const { note, setNote, showFound } = useCouponContext()
  const [card, setCard] = useState(false)
  if (!note) return null
  const close = () => setNote(null)
  if (note.kind === 'saved') {
    const link = `${location.origin}/${lng}?coupon=${note.code}`
    const copy = () => void copyText(link).then((copied) => setNote({ ...note, copied }))
    return (
      <>
        <Notice plain kind="success" onClose={close} action={{ label: text(note.copied ? 'copied' : 'act_copy'), onPress: copy }}>
          {rich('code_saved', { code: <Num>{note.code}</Num> })}
          <br />
          <a className={styles.codeLink} href={link}>
            <Num>{link.replace(/^https?:\/\//, '')}</Num>
          </a>
          <br />
          <button type="button" className={styles.noteButton} onClick={() => setCard(true)}>
            {parts('share_picture')}
          </button>
        </Notice>
        {card ? <ShareModal coupon={coupon} code={note.code} link={link} onClose={() => setCard(false)} /> : null}
      </>
    )
  }
  if (note.kind === 'found') {
    const { code, partial, saved } = note
    const { offers } = note.filling
    const values = { code: <Num>{code}</Num>, n: <Num>{saved}</Num>, m: <Num>{offers.length}</Num> }
    return (
      <Notice plain kind="warning" onClose={close} action={offers.length > 0 ? { label: text('act_show'), onPress: showFound } : undefined}>
        {partial ? rich('code_partial', values, saved) : rich('code_found', values, offers.length)}
      </Notice>
    )
  }
  if (note.kind === 'waits') {
    const isBusy = inFlight(coupon.flow)
    return (
      <Notice plain kind="info" onClose={close} action={isBusy ? undefined : { label: text('act_show'), onPress: showFound }}>
        {parts(isBusy ? 'fill_waits' : 'fill_waited')}
      </Notice>
    )
  }
  if (note.kind === 'full') {
    return (
      <Notice plain kind="warning" onClose={close} action={{ label: parts('slip_replace'), onPress: showFound }}>
        {richParts('slips_full', { n: <Num>{MOST_TABS}</Num> })}
      </Notice>
    )
  }
  return (
    <Notice plain kind="error" onClose={close}>
      {text(note.kind === 'unknown' ? 'problem_no_such_code' : 'code_failed')}
    </Notice>
  )
}
