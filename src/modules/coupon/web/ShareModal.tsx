import { milliText } from '#lib/price.ts'
import { useEffect, useRef } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { formatPriceView } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { isEachWay, kindOf, membersOf, sizeOfCoupon, totalPrice, type Coupon } from '../rules/state/index.ts'
import { legLines } from './leg-text.ts'
import { drawCard, type Card } from './share-card.ts'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import styles from './options.module.css'

/** The coupon as a picture to send or to keep; it says nothing of the account. */
export function ShareModal({ coupon, code, link, onClose }: { coupon: Coupon; code: string; link: string; onClose: () => void }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  const card = useCard(coupon, code, link)
  useEffect(() => {
    if (canvas.current) drawCard(canvas.current, card)
  })
  const file = async () => {
    const blob = await new Promise<Blob | null>((done) => canvas.current?.toBlob(done, 'image/png') ?? done(null))
    return blob ? new File([blob], `${code}.png`, { type: 'image/png' }) : null
  }
  const save = async () => {
    const made = await file()
    if (made) saveFile(made.name, made)
  }
  const send = async () => {
    const made = await file()
    if (!made) return
    // Closing the system's sheet is an answer too.
    await navigator.share({ files: [made], url: link }).catch(() => {})
  }
  const words = [card.kind, ...card.legs.map((leg) => `${leg.title} ${leg.price}`), card.total].filter(Boolean).join('. ')
  return (
    <Modal title={parts('share_picture')} onClose={onClose}>
      <div className={styles.wide}>
        <canvas ref={canvas} className={styles.card} role="img" aria-label={words} />
        <div className={styles.cardActions}>
          {'share' in navigator ? (
            <Button kind="primary" icon="share" onClick={() => void send()}>
              {text('act_share')}
            </Button>
          ) : null}
          <Button icon="download" onClick={() => void save()}>
            {parts('share_save')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** "System 2 of 3". */
export function kindWords(coupon: Coupon, parts: ReturnType<typeof usePartsTexts>): string {
  const kind = kindOf(coupon)
  const name = parts(`kind_${kind}`)
  const isSized = kind === 'system' || (kind === 'multi' && !isEachWay(coupon))
  return isSized ? `${name} ${parts('size_of', { k: sizeOfCoupon(coupon), n: membersOf(coupon) })}` : name
}

function useCard(coupon: Coupon, code: string, link: string): Card {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { priceView } = useUi()
  const { customize } = useSite().config
  const total = totalPrice(coupon)
  const price = (milli: number) => formatPriceView(milli, priceView, true)
  return {
    brand: customize?.name ?? location.hostname,
    kind: kindWords(coupon, parts),
    legs: coupon.legs.map((leg) => ({
      ...legLines(leg, { w1: text('w1'), w2: text('w2'), draw: text('draw') }),
      price: price(leg.price),
    })),
    total: total === null ? '' : `${text('total_price')} ${total < 1_001_000n ? price(Number(total)) : milliText(total)}`,
    code,
    link: link.replace(/^https?:\/\//, ''),
    rtl: document.documentElement.dir === 'rtl',
  }
}
