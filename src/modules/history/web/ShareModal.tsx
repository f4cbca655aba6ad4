import { useEffect, useRef, useState } from 'react'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { directionOf } from '#platform/shared/visit.ts'
import { copyText } from '#platform/web/copy-text.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatPriceView } from '#platform/web/format.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { useUi } from '#ui/settings.tsx'
import { saveSelections, stillOpen } from './again.ts'
import type { BetDetails } from './bet-query.ts'
import { shownLegs, SOLD } from './bets.ts'
import { drawCard, MOST_LEGS, listedPrices, listedTotal, paidTimes } from './share-picture.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './Bet.module.css'

const isLegResult = (result: number | null): result is 1 | 2 | 3 | 4 | 5 => result !== null && result >= 1 && result <= 5

/** A picture without anything of the account, and a link that fills a coupon. */
export function ShareModal({ details, onClose }: { details: BetDetails; onClose: () => void }) {
  const text = useHistoryTexts()
  const site = useSite()
  const { priceView } = useUi()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [link, setLink] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const bet = { ...details.bet, legs: shownLegs(details.bet).map(({ leg }) => leg) }
  const config = site.config
  const paid = paidTimes(bet)
  // No format but the decimal one has a price of 1.
  const written = (milli: number) => (milli === 1000 ? '×1' : formatPriceView(milli, priceView))
  const price = paid ?? (hasOnePrice(bet.type) ? written(listedTotal(bet)) : '')
  // It runs no more, though nothing was paid for it and legs may be open.
  const state = bet.replaced ? text('replaced') : bet.status === SOLD ? text('card_sold') : ''
  const words = {
    brand: config.customize.logo.word,
    marked: config.customize.logo.mark === 'stripes',
    kind: [bet.typeTitle, bet.system].filter(Boolean).join(' '),
    price,
    total: [state, price && text(paid === null ? 'total_price' : 'card_paid')].filter(Boolean).join(' · '),
    more: text('more_legs', { count: bet.legs.length - MOST_LEGS }),
    rtl: directionOf(site.lng) === 'rtl',
    prices: listedPrices(bet).map(written),
    results: bet.legs.map(({ result }) => (isLegResult(result) ? text(`result_${result}`) : '')),
  }
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    drawCard(element, bet, words)
    // Once more when the type has come: a canvas does not draw itself again.
    void document.fonts.ready.then(() => drawCard(element, bet, words))
    // oxlint-disable-next-line react/exhaustive-deps -- the words follow from the bet and the language
  }, [details.bet, priceView, site.lng])
  const save = () => canvas.current?.toBlob((blob) => blob && saveFile('bet.png', blob), 'image/png')
  const copy = async () => {
    setBusy(true)
    try {
      const code = link ?? (await saveSelections(details, { partner: config.number, lng: site.lng }))
      const address = code.startsWith('http') ? code : `${location.origin}/${site.lng}?coupon=${code}`
      setLink(address)
      // Where the page may not copy, the link stands below the picture.
      if (await copyText(address)) showToast({ kind: 'success', text: text('link_copied') })
    } catch {
      showToast({ kind: 'error', text: text('share_failed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      title={text('share')}
      onClose={onClose}
      footer={
        <div className={styles.actions}>
          <Button kind="primary" icon="download" onClick={save}>
            {text('save_picture')}
          </Button>
          {/* Of outcomes that are all decided there is no coupon. */}
          {stillOpen(details) ? (
            <Button icon="link" loading={busy} onClick={() => void copy()}>
              {text('copy_link')}
            </Button>
          ) : null}
        </div>
      }
    >
      <canvas
        ref={canvas}
        className={styles.picture}
        role="img"
        aria-label={[words.kind, [state, price].filter(Boolean).join(', ')].filter(Boolean).join(': ')}
      />
      {link ? (
        <p className={styles.linkText}>
          <Num>{link}</Num>
        </p>
      ) : null}
    </Modal>
  )
}
