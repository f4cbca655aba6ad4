import { useState } from 'react'
import { LOCK_REASONS, PRICE_STATES, PriceCell } from '#ui/PriceCell.tsx'
import type { PriceState } from '#ui/PriceCell.tsx'
import { Money, Num, Price } from '#ui/Num.tsx'
import { UiSettingsProvider, useUi } from '#ui/settings.tsx'
import { usePriceDirection } from '#ui/price-direction.ts'
import { Group, Sample } from './Sample.tsx'
import { useGalleryTexts } from './texts.ts'
import styles from './Gallery.module.css'

const SAMPLE_PRICES: Partial<Record<PriceState, number>> = { up: 1920, down: 1780, boosted: 1990, void: 1000 }

export function Prices() {
  const text = useGalleryTexts()
  return (
    <>
      <Group name="PriceCell: 13 states, 2 modifiers">
        {PRICE_STATES.map((state) => (
          <Sample key={state} name={state}>
            <div className={styles.cell}>
              <PriceCell state={state} price={SAMPLE_PRICES[state] ?? 1850} oldPrice={1900} name={`${text('gallery_win_1')}, ${state}`} />
            </div>
          </Sample>
        ))}
        <Sample name="+ pressed">
          <div className={styles.cell}>
            <PriceCell state="normal" pressed price={1850} name={text('gallery_win_1')} />
          </div>
        </Sample>
        <Sample name="+ elsewhere">
          <div className={styles.cell}>
            <PriceCell state="normal" elsewhere price={1850} name={text('gallery_win_1')} />
          </div>
        </Sample>
        <Sample name="selected, up">
          <div className={styles.cell}>
            <PriceCell state="selected" moved="up" price={1920} name={text('gallery_win_1')} />
          </div>
        </Sample>
        <Sample name="selected, locked">
          <div className={styles.cell}>
            <PriceCell state="selected" reason="lock_goal" price={1920} name={text('gallery_win_1')} />
          </div>
        </Sample>
        <Sample name="moves by press">
          <Moving />
        </Sample>
      </Group>
      <Group name="PriceCell: wide and tall">
        {(['normal', 'selected', 'up', 'boosted', 'locked', 'unavailable', 'won'] as const).map((state) => (
          <Sample key={state} name={state}>
            <div className={styles.wide}>
              <PriceCell
                layout="wide"
                caption={text('gallery_total_over')}
                state={state}
                price={2620}
                oldPrice={2500}
                name={text('gallery_total_over')}
              />
            </div>
          </Sample>
        ))}
        {(['normal', 'selected', 'down', 'boosted', 'locked'] as const).map((state) => (
          <Sample key={state} name={`tall ${state}`}>
            <div className={styles.tall}>
              <PriceCell layout="tall" caption="1" state={state} price={1420} oldPrice={1350} name={text('gallery_win_1')} />
            </div>
          </Sample>
        ))}
      </Group>
      <Group name="Lock reasons (tooltip)">
        {LOCK_REASONS.map((reason) => (
          <Sample key={reason} name={reason}>
            <div className={styles.cell}>
              <PriceCell state="locked" price={1850} name={text('gallery_win_1')} reason={reason} />
            </div>
          </Sample>
        ))}
      </Group>
      <Group name="Num, Money, Price views">
        <Sample name="Money KZT">
          <Money minor={4_821_050n} currency={{ code: 'KZT', exponent: 2 }} />
        </Sample>
        <Sample name="whole">
          <Money minor={200_000n} currency={{ code: 'RUB', exponent: 2 }} />
        </Sample>
        <Sample name="signed">
          <Money minor={-12_345n} currency={{ code: 'EUR', exponent: 2 }} sign decimals />
        </Sample>
        <Sample name="crypto">
          <Money minor={123_456_789n} currency={{ code: 'USDT', exponent: 8 }} />
        </Sample>
        <Sample name="Num">
          <Num>{1_234_567}</Num>
        </Sample>
        <Sample name="Num text">
          <Num>+214 · -1.5 · 2:1</Num>
        </Sample>
        {[0, 1, 2, 3, 4, 5, 6].map((view) => (
          <View key={view} view={view} />
        ))}
      </Group>
    </>
  )
}

function View({ view }: { view: number }) {
  const settings = useUi()
  return (
    <Sample name={`view ${view}`}>
      <UiSettingsProvider value={{ ...settings, priceView: view }}>
        <Price milli={1850} /> <Price milli={2500} />
      </UiSettingsProvider>
    </Sample>
  )
}

function Moving() {
  const text = useGalleryTexts()
  const [price, setPrice] = useState(1850)
  const direction = usePriceDirection(price)
  return (
    <div className={styles.cell}>
      <PriceCell
        state={direction ?? 'normal'}
        price={price}
        name={text('gallery_win_1')}
        onPress={() => setPrice((old) => (old > 1900 ? old - 130 : old + 70))}
      />
    </div>
  )
}
