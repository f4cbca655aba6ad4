import { useMutation } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { call } from '#platform/web/call.ts'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useApi } from '#platform/web/query.ts'
import { useSession, type SessionAccount } from '#platform/web/session.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import type { createCurrencyAccountCall, deleteCurrencyAccountCall, setActiveAccountCall } from '../../contract.ts'
import { currencyName } from '../registration/fields.tsx'
import { formsQuery } from '../registration/forms-query.ts'
import { fieldsIn } from '../registration/form-model.ts'
import { TransferModal } from './TransferModal.tsx'
import styles from './Office.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')
type Step = { kind: 'activate' | 'delete'; account: SessionAccount } | { kind: 'create'; currencyId: number }

const SelectModal = lazyPart(async () => (await import('#ui/SelectModal.tsx')).SelectModal)

/** Accounts in currencies: open, close, choose the one that pays. */
export function WalletsCard() {
  const text = useTexts<AccountTexts>('account')
  const { accounts, refresh } = useSession()
  const [choosing, setChoosing] = useState(false)
  const [leaving, setLeaving] = useState<SessionAccount | null>(null)
  const change = useMutation({ mutationFn: send, onSuccess: refresh, onSettled: () => setLeaving(null) })
  const money = accounts.filter((account) => !account.isBonus)
  // The first account is the main one: it is never closed.
  const mainId = Math.min(...money.map(({ id }) => id))
  const transfers = useFeature('accountTransfer')
  const [moving, setMoving] = useState(false)
  return (
    <OfficeCard
      id="wallets"
      title={text('wallets')}
      end={
        <Button icon="plus" loading={change.isPending && change.variables.kind === 'create'} onClick={() => setChoosing(true)}>
          {text('open_wallet')}
        </Button>
      }
    >
      {change.isError ? (
        <Notice kind="error" announce>
          {change.error.message}
        </Notice>
      ) : null}
      {/* Nearly everybody has one. */}
      {accounts.length === 0 ? <SkeletonRows rows={1} height="56px" /> : null}
      <ul className={officeStyles.list} hidden={accounts.length === 0}>
        {money.map((account) => (
          <Wallet
            key={account.id}
            account={account}
            busy={change.isPending && change.variables.kind === 'activate' && change.variables.account.id === account.id}
            onActivate={() => change.mutate({ kind: 'activate', account })}
            onDelete={account.id === mainId ? null : () => setLeaving(account)}
          />
        ))}
      </ul>
      {choosing ? (
        <CurrencyChoice
          taken={money}
          onClose={() => setChoosing(false)}
          onChoose={(currencyId) => change.mutate({ kind: 'create', currencyId })}
        />
      ) : null}
      {transfers && money.length > 1 ? (
        <div className={officeStyles.actions}>
          <Button onClick={() => setMoving(true)}>{text('transfer_title')}</Button>
        </div>
      ) : null}
      {moving && money.length > 1 ? <TransferModal accounts={money} onClose={() => setMoving(false)} /> : null}
      {leaving ? (
        <Modal
          title={text('delete_wallet', { currency: leaving.currency.code })}
          size="small"
          onClose={() => setLeaving(null)}
          footer={
            <Button
              kind="danger"
              wide
              size="large"
              loading={change.isPending}
              onClick={() => change.mutate({ kind: 'delete', account: leaving })}
            >
              {text('delete')}
            </Button>
          }
        >
          <p>{text('delete_wallet_text')}</p>
        </Modal>
      ) : null}
    </OfficeCard>
  )
}

interface WalletProps {
  account: SessionAccount
  busy: boolean
  onActivate: () => void
  onDelete: (() => void) | null
}

function Wallet({ account, busy, onActivate, onDelete }: WalletProps) {
  const text = useTexts<AccountTexts>('account')
  return (
    <li className={styles.wallet}>
      <span className={officeStyles.itemText}>
        <strong>{account.name}</strong>
        <small>
          <Num>{account.currency.code}</Num>
        </small>
      </span>
      <Money minor={account.balance} currency={account.currency} className={officeStyles.sum} />
      {account.isActive ? (
        <StatusMark kind="selected">{text('active')}</StatusMark>
      ) : (
        <span className={styles.walletActions}>
          <Button size="small" loading={busy} onClick={onActivate}>
            {text('make_active')}
          </Button>
          {onDelete ? (
            <IconButton icon="trash" label={text('delete_wallet', { currency: account.currency.code })} onClick={onDelete} />
          ) : null}
        </span>
      )}
    </li>
  )
}

async function send(step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'activate':
      return call<typeof setActiveAccountCall>('POST', '/web-api/user/setactiveaccount', {
        auth: 'token',
        body: { account_id: step.account.id, id_bonus: 0 },
      })
    case 'delete':
      return call<typeof deleteCurrencyAccountCall>('POST', '/web-api/office/deleteCurrencyAccount', {
        auth: 'token',
        body: { account_id: step.account.id },
      })
    case 'create':
      return call<typeof createCurrencyAccountCall>('POST', '/web-api/office/createCurrencyAccount', {
        auth: 'token',
        body: { currency_id: step.currencyId },
      })
  }
}

function CurrencyChoice({
  taken,
  onClose,
  onChoose,
}: {
  taken: readonly SessionAccount[]
  onClose: () => void
  onChoose: (currencyId: number) => void
}) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const { data } = useApi(formsQuery(lng))
  const options = useMemo(() => {
    const field = data?.forms.flatMap(fieldsIn).find((other) => other.name === 'currency')
    const has = new Set(taken.map((account) => account.currency.code))
    return (field?.props.config?.options ?? [])
      .filter((choice) => !has.has(choice.value))
      .map((choice) => ({ value: choice.id, name: `${currencyName(choice.value, choice.name, lng)} · ${choice.value}` }))
  }, [data, taken, lng])
  return (
    <Suspense>
      <SelectModal
        title={text('open_wallet')}
        searchable
        loading={!data}
        options={options}
        value={null}
        onSelect={onChoose as (value: string | number) => void}
        onClose={onClose}
      />
    </Suspense>
  )
}
