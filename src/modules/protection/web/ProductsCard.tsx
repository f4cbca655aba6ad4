import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { OfficeCard, officeStyles, useProven } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { productsQuery, sendProduct, useProtectionChanged, type ProductView } from './queries.ts'
import { type ProtectionTexts } from './Value.tsx'

/** Products that the player closes for himself (XT-46): at once; open again after a wait and a second yes. */
export function ProductsCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data } = useQuery(productsQuery)
  return (
    <OfficeCard id="products" title={text('products')} lead={text('products_lead')}>
      {data ? (
        <ul className={officeStyles.list}>
          {data.products.map((one) => (
            <Row key={one.product} one={one} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </OfficeCard>
  )
}

function Row({ one }: { one: ProductView }) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng, country } = useSite()
  const client = useQueryClient()
  const changed = useProtectionChanged()
  const { busy, run, modal } = useProven()
  const time = (seconds: number) => formatDate(seconds * 1000, 'Pp', { lng, country })
  const act = (action: 'close' | 'open' | 'confirm' | 'cancel') =>
    run(async () => {
      await sendProduct(one.product, action)
      changed()
      // Lists and pages know from it what is closed.
      await client.invalidateQueries({ queryKey: ['user-config'] })
    })
  return (
    <li className={officeStyles.item}>
      <span className={officeStyles.itemText}>
        <strong>{text(`product_${one.product}`)}</strong>
        <small>{one.closed ? text('product_is_closed', { time: time(one.startsAt) }) : text('product_is_open')}</small>
        {one.pending ? <Waiting pending={one.pending} busy={busy} act={act} /> : null}
      </span>
      {one.pending ? null : (
        <Button kind="plain" size="small" loading={busy} onClick={() => act(one.closed ? 'open' : 'close')}>
          {text(one.closed ? 'product_open' : 'product_close')}
        </Button>
      )}
      {modal}
    </li>
  )
}

interface WaitingProps {
  pending: NonNullable<ProductView['pending']>
  busy: boolean
  act(action: 'confirm' | 'cancel'): void
}

function Waiting({ pending, busy, act }: WaitingProps) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng, country } = useSite()
  const [openedAt] = useState(() => Date.now())
  const ready = openedAt >= pending.activeFrom * 1000
  const time = (seconds: number) => formatDate(seconds * 1000, 'Pp', { lng, country })
  return (
    <Notice kind="info">
      <p>{text('product_waits')}</p>
      <p>
        {ready ? text('pending_ready', { time: time(pending.confirmUntil) }) : text('pending_wait', { time: time(pending.activeFrom) })}
      </p>
      <div className={officeStyles.actions}>
        <Button size="small" kind="plain" loading={busy} onClick={() => act('cancel')}>
          {text('pending_cancel')}
        </Button>
        <Button size="small" kind="quiet" loading={busy} onClick={() => act('confirm')}>
          {text('pending_confirm')}
        </Button>
      </div>
    </Notice>
  )
}
