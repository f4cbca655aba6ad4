import { useQuery } from '@tanstack/react-query'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Icon } from '#ui/Icon.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import styles from './Registration.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

/** Ways to pay that are shown after a registration (specification 9). */
const MOST_SHOWN = 15

/** The first deposit, one press from a registration: each tile leads to the cashier with its way chosen, and the stake that waits. */
export function DepositModal({ stake, onClose }: { stake: string | null; onClose: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const { account } = useSession()
  const sum = sumIn(stake, account?.currency.code)
  const { data, isError, refetch } = useQuery({
    queryKey: ['registration-deposit'],
    queryFn: ({ signal }) =>
      request<{ methods: { id: number; name: string }[] }>('POST', '/web-api/office/getrechargedata', { auth: 'token', signal, body: {} }),
  })
  return (
    <Modal title={text('deposit_first')} onClose={onClose}>
      {isError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data || isError ? null : <SkeletonRows rows={3} height="56px" />}
      <ul className={styles.tiles} data-testid="deposit-tiles">
        {data?.methods.slice(0, MOST_SHOWN).map(({ id, name }) => (
          <li key={id}>
            <a data-button className={styles.tile} href={`/${lng}/office/recharge?method=${id}${sum ? `&sum=${sum}` : ''}`}>
              <Icon name="card" size={20} />
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** A stake in another currency than the account's says nothing about the sum. */
function sumIn(stake: string | null, currency: string | undefined): string | null {
  const [sum, code] = (stake ?? '').split('-')
  return sum && code === currency && Number(sum) > 0 ? encodeURIComponent(sum) : null
}
