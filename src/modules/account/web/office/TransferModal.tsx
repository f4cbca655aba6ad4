import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { minorText, parseMinor } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession, type SessionAccount } from '#platform/web/session.tsx'
import { officeStyles } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { Modal } from '#ui/Overlay.tsx'
import type { transferCall, transferTermsCall } from '../../contract/transfer.ts'
import { transferred } from '../../rules/transfer.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const PATH = '/web-api/office/account/transfer'
const SelectModal = lazyPart(async () => (await import('#ui/SelectModal.tsx')).SelectModal)
const newGuid = () => crypto.randomUUID()

/** Money between own accounts; what will arrive is shown before it is sent. */
export function TransferModal({ accounts, onClose }: { accounts: readonly SessionAccount[]; onClose: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const { refresh } = useSession()
  const id = useId()
  const [fromId, setFrom] = useState(accounts[0]!.id)
  const [toId, setTo] = useState(accounts[1]!.id)
  const [sum, setSum] = useState('')
  const [choosing, setChoosing] = useState<'from' | 'to' | null>(null)
  // A failed try keeps its guid: sent again, it moves the money once.
  const [guid] = useState(newGuid)
  const terms = useQuery({
    queryKey: ['transfer-terms'],
    queryFn: () => call<typeof transferTermsCall>('GET', PATH, { auth: 'token' }),
  }).data
  const from = accounts.find((account) => account.id === fromId)!
  const to = accounts.find((account) => account.id === toId)!
  const amount = parseMinor(sum.trim(), from.currency.exponent)
  const arrives = terms && amount !== null && amount > 0n ? transferred(amount, from.currency, to.currency, terms) : null
  const send = useMutation({
    mutationFn: () => {
      const transfer_amount = Number(minorText(amount ?? 0n, from.currency.exponent))
      const body = { account_id: fromId, to_account_id: toId, transfer_amount, guid }
      return call<typeof transferCall>('POST', PATH, { auth: 'token', body })
    },
    onSuccess: () => {
      refresh()
      showToast({ kind: 'success', text: text('transfer_done') })
      onClose()
    },
  })
  const choose = (value: number) => {
    if (choosing === 'from') {
      setFrom(value)
      if (value === toId) setTo(fromId)
    } else {
      setTo(value)
      if (value === fromId) setFrom(toId)
    }
  }
  const side = (which: 'from' | 'to', account: SessionAccount) => (
    <Button icon="chevron-down" aria-haspopup="dialog" onClick={() => setChoosing(which)}>
      {text(which === 'from' ? 'transfer_from' : 'transfer_to')} <bdi>{account.currency.code}</bdi>{' '}
      <Money minor={account.balance} currency={account.currency} />
    </Button>
  )
  return (
    <Modal
      title={text('transfer_title')}
      size="small"
      onClose={onClose}
      footer={
        <Button kind="primary" wide size="large" loading={send.isPending} disabled={!arrives} onClick={() => send.mutate()}>
          {text('transfer')}
        </Button>
      }
    >
      <div className={officeStyles.form}>
        {send.isError ? (
          <Notice kind="error" announce>
            {send.error.message}
          </Notice>
        ) : null}
        {side('from', from)}
        {side('to', to)}
        <TextField
          id={`${id}-sum`}
          label={text('transfer_sum')}
          inputMode="decimal"
          dir="ltr"
          maxLength={20}
          value={sum}
          onChange={setSum}
        />
        {arrives !== null ? (
          <p className={officeStyles.lead}>
            {text('transfer_gets')} <Money minor={arrives} currency={to.currency} />
          </p>
        ) : null}
        {terms && terms.source !== 'brand' ? (
          <p className={officeStyles.lead}>
            {text(terms.simulated ? 'rates_practice' : 'rates_of', { day: terms.day, source: terms.source })}
          </p>
        ) : null}
        {terms && transferred(1n, from.currency, to.currency, terms) === null ? (
          <Notice kind="info">{text('problem_transfer_pair')}</Notice>
        ) : null}
      </div>
      {choosing ? (
        <Suspense>
          <SelectModal
            title={text(choosing === 'from' ? 'transfer_from' : 'transfer_to')}
            options={accounts.map((account) => ({ value: account.id, name: account.currency.code }))}
            value={choosing === 'from' ? fromId : toId}
            onSelect={(value: string | number) => choose(Number(value))}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      ) : null}
    </Modal>
  )
}
