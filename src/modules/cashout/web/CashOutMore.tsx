import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Minor } from '#lib/money.ts'
import { useSite } from '#platform/web/features.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { AutoSale } from './AutoSale.tsx'
import { minorOf, readInfo, type SaleInfo } from './calls.ts'
import { ChangeBet, PowerBet } from './ChangeBet.tsx'
import { Insurance } from './Insurance.tsx'
import { PartSale } from './PartSale.tsx'
import { useCashOutRich, useCashOutTexts } from './texts.ts'
import { infoKey, type Sale, type SellableBet } from './use-sale.ts'
import styles from './CashOut.module.css'

const SECTIONS = ['part', 'auto', 'insurance', 'power', 'edit'] as const
type Section = (typeof SECTIONS)[number]
/** A section that a page of its own is about. */
export type FirstSection = Extract<Section, 'power'>

export interface SectionProps {
  bet: SellableBet
  sale: Sale
  info: SaleInfo
}

/** Part, auto cash-out, insurance, power bet, edit: what the bet allows now. */
export function CashOutMore({ bet, sale, first = null }: { bet: SellableBet; sale: Sale; first?: FirstSection | null }) {
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const { lng } = useSite()
  const offId = useId()
  const [chosen, setChosen] = useState<Section | null>(first)
  const {
    data: info,
    error,
    refetch,
  } = useQuery({
    queryKey: [...infoKey(bet.id), lng],
    staleTime: 3_000,
    refetchInterval: 10_000,
    queryFn: ({ signal }) => readInfo(bet.id, lng, signal),
  })
  if (error && !info) {
    return (
      <Notice kind="error" announce action={{ label: text('retry'), onPress: () => void refetch() }}>
        {error.message}
      </Notice>
    )
  }
  if (!info) return <SkeletonRows rows={2} />
  const open = SECTIONS.filter((section) => isOffered(section, info))
  const closed = SECTIONS.filter((section) => !open.includes(section) && offOf(section, info) !== null)
  // What the page is about and this bet does not allow is said; nothing else takes its place unasked.
  const isMissing = first !== null && chosen === first && !open.includes(first)
  const section = open.find((one) => one === chosen) ?? (isMissing ? undefined : open[0])
  const tax = wholeTax(sale, minorOf(info.tax_sum, bet.currency.exponent))
  return (
    <div className={styles.moreBody}>
      {tax > 0n && section !== 'part' ? (
        <p className={styles.help}>{rich('tax', { sum: <Money minor={tax} currency={bet.currency} /> })}</p>
      ) : null}
      {isMissing && !closed.includes(first) ? <p className={styles.help}>{text('power_none')}</p> : null}
      <ChipRow label={text('more')}>
        {SECTIONS.filter((one) => open.includes(one) || closed.includes(one)).map((one) => (
          <Chip
            key={one}
            selected={one === section}
            disabled={closed.includes(one)}
            aria-describedby={closed.includes(one) ? offId : undefined}
            onClick={() => setChosen(one)}
          >
            {text(one)}
          </Chip>
        ))}
      </ChipRow>
      {closed.length > 0 ? (
        <div id={offId} className={styles.help}>
          {[...new Set(closed.map((one) => offOf(one, info)))].map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      ) : null}
      {section ? <SectionBody section={section} bet={bet} sale={sale} info={info} /> : null}
    </div>
  )
}

/** Tax in the value of now, which the button sells; as it was read while the stream says none. A part that waits for its second press is none of it. */
function wholeTax({ press, value }: Sale, read: Minor): Minor {
  if ((press.at === 'armed' || press.at === 'selling') && press.portion.leftMinor > 0n) return 0n
  return value && value.off === null ? value.grossMinor - value.valueMinor : read
}

function isOffered(section: Section, info: SaleInfo): boolean {
  switch (section) {
    case 'part':
      return info.can_sell_part
    case 'auto':
      return info.auto_sale_max > 0
    case 'insurance':
      return info.insurance !== null
    case 'power':
      return info.power.length > 0
    case 'edit':
      return info.can_edit
  }
}

/** Why a section that this bet could have is closed, in words. */
function offOf(section: Section, info: SaleInfo): string | null {
  switch (section) {
    case 'part':
      return info.part_off
    case 'power':
      return info.power_off
    case 'edit':
      return info.edit_off
    case 'auto':
      return info.auto_sale_off
    case 'insurance':
      return null
  }
}

function SectionBody({ section, ...props }: SectionProps & { section: Section }) {
  switch (section) {
    case 'part':
      return <PartSale {...props} />
    case 'auto':
      return <AutoSale {...props} />
    case 'insurance':
      return <Insurance {...props} />
    case 'power':
      return <PowerBet {...props} />
    case 'edit':
      return <ChangeBet {...props} />
  }
}
