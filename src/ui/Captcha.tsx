/**
 * Containers of our captchas (UI-14): a puzzle to slide and a hunt among nine parts. They show and collect; who asks
 * and who judges is the module's business. A way without a picture stands in each.
 */
import { useId, useRef, useState } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useUi } from './settings.tsx'
import styles from './Captcha.module.css'

interface CommonProps {
  busy: boolean
  onAnother: () => void
  /** Starts the check that needs no picture. */
  onWithoutPicture: () => void
}

interface PuzzleCaptchaProps extends CommonProps {
  image: string
  piece: string
  /** Pixels of the picture and of the square piece, and how far from the upper edge the piece lies. */
  width: number
  height: number
  pieceSize: number
  y: number
  onSolve: (x: number) => void
}

/** The piece follows the slider, the keys, or a finger on the picture itself. */
export function PuzzleCaptcha({ image, piece, width, height, pieceSize, y, onSolve, ...common }: PuzzleCaptchaProps) {
  const { text } = useUi()
  const id = useId()
  const [x, setX] = useState(0)
  const most = width - pieceSize
  const drag = useRef<{ from: number; x: number } | null>(null)
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return
    const scale = width / event.currentTarget.clientWidth
    setX(Math.round(Math.min(most, Math.max(0, drag.current.x + (event.clientX - drag.current.from) * scale))))
  }
  return (
    <div className={styles.captcha}>
      <label className={styles.ask} htmlFor={id}>
        {text('captcha_slide')}
      </label>
      <div
        className={styles.picture}
        dir="ltr"
        style={{ aspectRatio: `${width} / ${height}` }}
        data-busy={common.busy || undefined}
        onPointerDown={(event) => {
          drag.current = { from: event.clientX, x }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
      >
        <img src={image} alt="" draggable={false} />
        <img
          src={piece}
          alt=""
          draggable={false}
          className={styles.piece}
          data-testid="captcha-piece"
          style={{
            inlineSize: `${(pieceSize / width) * 100}%`,
            blockSize: 'auto',
            transform: `translate(${(x / pieceSize) * 100}%, ${(y / pieceSize) * 100}%)`,
          }}
        />
      </div>
      <input
        id={id}
        className={styles.slider}
        type="range"
        dir="ltr"
        min={0}
        max={most}
        step={1}
        value={x}
        onChange={(event) => setX(Number(event.currentTarget.value))}
      />
      <Actions {...common} ready={x > 0} onSend={() => onSolve(x)} />
    </div>
  )
}

interface HuntCaptchaProps extends CommonProps {
  image: string
  /** "Mark every star". */
  ask: ReactNode
  onSolve: (cells: number[]) => void
}

const CELLS = Array.from({ length: 9 }, (_, index) => index)

export function HuntCaptcha({ image, ask, onSolve, ...common }: HuntCaptchaProps) {
  const { text } = useUi()
  const id = useId()
  const [marked, setMarked] = useState<readonly number[]>([])
  const toggle = (cell: number) => setMarked(marked.includes(cell) ? marked.filter((other) => other !== cell) : [...marked, cell])
  return (
    <div className={styles.captcha}>
      <p className={styles.ask} id={id}>
        {ask}
      </p>
      <div className={styles.picture} dir="ltr" style={{ aspectRatio: '1 / 1' }} data-busy={common.busy || undefined}>
        <img src={image} alt="" draggable={false} />
        <div className={styles.cells} role="group" aria-labelledby={id}>
          {CELLS.map((cell) => (
            <button
              key={cell}
              type="button"
              className={styles.cell}
              aria-label={text('captcha_part', { number: cell + 1 })}
              aria-pressed={marked.includes(cell)}
              onClick={() => toggle(cell)}
            >
              {marked.includes(cell) ? (
                <span className={styles.tick}>
                  <Icon name="check" size={16} />
                </span>
              ) : null}
            </button>
          ))}
        </div>
      </div>
      <Actions {...common} ready={marked.length > 0} onSend={() => onSolve([...marked])} />
    </div>
  )
}

function Actions({ busy, ready, onSend, onAnother, onWithoutPicture }: CommonProps & { ready: boolean; onSend: () => void }) {
  const { text } = useUi()
  return (
    <>
      <Button kind="accent" size="large" wide loading={busy} disabled={!ready} onClick={onSend}>
        {text('captcha_send')}
      </Button>
      <div className={styles.actions}>
        <Button kind="quiet" icon="refresh" disabled={busy} onClick={onAnother}>
          {text('captcha_another')}
        </Button>
        <Button kind="quiet" disabled={busy} onClick={onWithoutPicture}>
          {text('captcha_without')}
        </Button>
      </div>
    </>
  )
}
