import { useState } from 'react'
import { parseMinor, type Minor } from '#lib/money.ts'
import { currencySign } from '#lib/number-format.ts'
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { leastStakeMinor } from '#modules/limits/rules/stake-limits.ts'
import { useSite } from '#platform/web/features.tsx'
import { keepPolicy } from '#platform/web/price-policy.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { Money } from '#ui/Num.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { Select } from '#ui/Select.tsx'
import { canonicalNumeric } from '#ui/numeric-text.ts'
import { useUi } from '#ui/settings.tsx'
import { POLICIES, type Coupon, type Policy } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useCouponSettings, useOneClick } from './coupon-settings.ts'
import styles from './options.module.css'
import { usePresets } from './presets.ts'
import { useRichText } from './rich-text.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'

/** What the player sets once: price policy, ready stakes, one click, what a leg shows (CP-02, CP-09, CP-39, XT-15). */
export function CouponSettingsModal({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { store } = useCouponContext()
  const { player } = useSession()
  const [logos, setLogos] = usePreference('teamLogosInCoupon', true)
  const [announce, setAnnounce] = usePreference('announceCoupon', true)
  const [popular, setPopular] = usePreference('popularInCoupon', true)
  const choose = (next: Policy) => {
    store.dispatch({ do: 'policy', policy: next })
    void keepPolicy(player?.id ?? null, next)
  }
  return (
    <Modal
      title={parts('settings')}
      size="small"
      onClose={onClose}
      footer={
        <Button kind="primary" wide onClick={onClose}>
          {text('btn_done')}
        </Button>
      }
    >
      <div className={styles.settings}>
        <section>
          <h3>
            <label htmlFor="settings-policy">{text('policy')}</label>
          </h3>
          <Select id="settings-policy" value={coupon.policy} onChange={(policy) => choose(policy as Policy)}>
            {POLICIES.map((one) => (
              <option key={one} value={one}>
                {text(`policy_${one}`)}
              </option>
            ))}
          </Select>
        </section>
        <Presets coupon={coupon} />
        {coupon.setup.options.has('oneClick') && player ? <OneClickSetting coupon={coupon} playerId={player.id} /> : null}
        <section className={styles.wide}>
          <CheckBox toggle checked={logos} onChange={setLogos}>
            {parts('team_logos')}
          </CheckBox>
          <CheckBox toggle checked={announce} onChange={setAnnounce}>
            {parts('announce')}
          </CheckBox>
          <CheckBox toggle checked={popular} onChange={setPopular}>
            {parts('popular_show')}
          </CheckBox>
          <SiteLink to="/information/calc" className={styles.link}>
            {parts('calculator')}
          </SiteLink>
        </section>
      </div>
    </Modal>
  )
}

/** Four ready stakes in the account's currency. */
function Presets({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const { lng } = useUi()
  const { currency } = coupon.setup
  const [settings, change] = useCouponSettings()
  const presets = usePresets(currency.code)
  // What is stored is read after the first drawing: until something is typed, what is known by now is shown.
  const [typed, setTyped] = useState<readonly string[] | null>(null)
  const shown = typed ?? presets.map(String)
  const set = (at: number, value: string) => {
    const next = shown.with(at, value)
    setTyped(next)
    const amounts = next.map(canonicalNumeric).filter((amount) => Number(amount) > 0)
    if (amounts.length > 0) change({ presets: { ...settings.presets, [currency.code]: amounts } })
  }
  return (
    <section>
      <h3>{parts('presets', { sign: currencySign(currency, lng) })}</h3>
      <div className={styles.presetRow}>
        {shown.map((value, i) => (
          <NumberField
            key={i}
            label={parts('preset_number', { n: i + 1 })}
            hideLabel
            value={value}
            rules={{ min: 0, accuracy: currency.exponent, maxLength: 9 }}
            onChange={(next) => set(i, next)}
          />
        ))}
      </div>
    </section>
  )
}

function OneClickSetting({ coupon, playerId }: { coupon: Coupon; playerId: number }) {
  const parts = usePartsTexts()
  const rich = useRichText()
  const { currency, template } = coupon.setup
  const [oneClick, change] = useOneClick(playerId)
  const stake = oneClick.stakes[currency.code] ?? template
  const least = useLeastStake(currency.code)
  // Nobody is corrected while he types.
  const [typing, setTyping] = useState(false)
  const isTooSmall = !typing && (parseMinor(stake, currency.exponent) ?? 0n) < least
  return (
    <section className={styles.wide}>
      <CheckBox toggle checked={oneClick.on} onChange={(on) => change({ on })}>
        {parts('option_oneClick')}
      </CheckBox>
      <NumberField
        label={parts('one_click_stake')}
        hint={parts('one_click_about')}
        error={isTooSmall ? rich('min_stake', { min: <Money minor={least} currency={currency} /> }) : undefined}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        value={stake}
        rules={{ min: 0, accuracy: currency.exponent, maxLength: 12 }}
        onChange={(next) => change({ stakes: { ...oneClick.stakes, [currency.code]: canonicalNumeric(next) } })}
      />
    </section>
  )
}

/** Zero in a currency that the house does not know. */
function useLeastStake(code: string): Minor {
  const { minStakeEur } = useSite().config.betting.limits
  const currency = currencyByCode(code)
  return currency ? leastStakeMinor(minStakeEur, currency) : 0n
}
