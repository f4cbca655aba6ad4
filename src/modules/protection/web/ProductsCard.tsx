import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { userConfigQuery } from '#modules/account/web/index.ts'
import { OfficeCard, officeStyles, useProven } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { productsQuery, sendProduct, useProtectionChanged, type ProductView } from './queries.ts'
import type { ProtectionTexts } from './Value.tsx'
import { WaitingNotice } from './WaitingNotice.tsx'

/** Products that the player closes for himself (XT-46): at once; open again after a wait and a second yes. */
export function ProductsCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data, isError, refetch } = useQuery(productsQuery)
  return (
    <OfficeCard id="products" title={text('products')} lead={text('products_lead')}>
      {data ? (
        <ul className={officeStyles.list}>
          {data.products.map((one) => (
            <Row key={one.product} one={one} />
          ))}
        </ul>
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
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
      await client.invalidateQueries(userConfigQuery)
    })
  return (
    <li className={officeStyles.item}>
      <span className={officeStyles.itemText}>
        <strong>{text(`product_${one.product}`)}</strong>
        <small>{one.closed ? text('product_is_closed', { time: time(one.startsAt) }) : text('product_is_open')}</small>
        {one.pending ? (
          <WaitingNotice pending={one.pending} busy={busy} act={act}>
            {text('product_waits')}
          </WaitingNotice>
        ) : null}
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
