import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { minorText, parseMinor } from '#lib/money.ts'
import { currencySign, formatMoney } from '#lib/number-format.ts'
import { call } from '#platform/web/call.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession, type SessionAccount } from '#platform/web/session.tsx'
import { officeStyles } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { SelectField } from '#ui/Select.tsx'
import type { transferCall, transferTermsCall } from '../../contract/transfer.ts'
import { transferred } from '../../rules/transfer.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const PATH = '/web-api/office/account/transfer'

/** Money between own accounts; what will arrive is shown before it is sent. */
export function TransferModal({ accounts, onClose }: { accounts: readonly SessionAccount[]; onClose: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const { refresh } = useSession()
  const { lng } = useSite()
  const id = useId()
  const [fromId, setFrom] = useState(accounts[0]!.id)
  const [toId, setTo] = useState(accounts[1]!.id)
  const [sum, setSum] = useState('')
  const guidOf = useGuid()
  const terms = useQuery({
    queryKey: ['transfer-terms'],
    queryFn: () => call<typeof transferTermsCall>('GET', PATH, { auth: 'token' }),
  }).data
  // One that was closed meanwhile gives its place to another: the modal stands while there are two.
  const from = accounts.find((account) => account.id === fromId) ?? accounts[0]!
  const others = accounts.filter((account) => account !== from)
  const to = others.find((account) => account.id === toId) ?? others[0]!
  const amount = parseMinor(sum.trim(), from.currency.exponent)
  const arrives = terms && amount !== null && amount > 0n ? transferred(amount, from.currency, to.currency, terms) : null
  const send = useMutation({
    mutationFn: () => {
      const transfer_amount = Number(minorText(amount ?? 0n, from.currency.exponent))
      const guid = guidOf(`${from.id}:${to.id}:${transfer_amount}`)
      const body = { account_id: from.id, to_account_id: to.id, transfer_amount, guid }
      return moneyCall(() => call<typeof transferCall>('POST', PATH, { auth: 'token', body }))
    },
    onSuccess: () => {
      refresh()
      showToast({ kind: 'success', text: text('transfer_done') })
      onClose()
    },
  })
  const chooseFrom = (value: number) => {
    setFrom(value)
    if (value === to.id) setTo(from.id)
  }
  const chooseTo = (value: number) => {
    setTo(value)
    if (value === from.id) setFrom(to.id)
  }
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
        <AccountField label={text('transfer_from')} accounts={accounts} value={from.id} onChange={chooseFrom} />
        <AccountField label={text('transfer_to')} accounts={accounts} value={to.id} onChange={chooseTo} />
        <NumberField
          id={`${id}-sum`}
          label={text('transfer_sum')}
          rules={{ min: 0, accuracy: from.currency.exponent, maxLength: 20 }}
          end={<bdi dir="ltr">{currencySign(from.currency, lng)}</bdi>}
          value={sum}
          onChange={setSum}
        />
        {arrives !== null ? (
          <p className={officeStyles.lead}>
            {text('transfer_gets')} <Money minor={arrives} currency={to.currency} />
          </p>
        ) : null}
        {terms ? <RatesNote terms={terms} possible={transferred(1n, from.currency, to.currency, terms) !== null} /> : null}
      </div>
    </Modal>
  )
}

/** A failed try keeps its guid: sent again, it moves the money once. Another sum or account is another transfer. */
function useGuid(): (of: string) => string {
  const known = useRef(new Map<string, string>())
  return (of) => {
    const guid = known.current.get(of) ?? crypto.randomUUID()
    known.current.set(of, guid)
    return guid
  }
}

/** Whose rates they are, and whether there is one between the two. */
function RatesNote({ terms, possible }: { terms: Awaited<ReturnType<typeof call<typeof transferTermsCall>>>; possible: boolean }) {
  const text = useTexts<AccountTexts>('account')
  const { lng, country } = useSite()
  return (
    <>
      {terms.source !== 'brand' ? (
        <p className={officeStyles.lead}>
          {text(terms.simulated ? 'rates_practice' : 'rates_of', {
            day: formatDate(Date.parse(terms.day), 'P', { lng, country, timeZone: 'UTC' }),
            source: terms.source,
          })}
        </p>
      ) : null}
      {possible ? null : <Notice kind="info">{text('problem_transfer_pair')}</Notice>}
    </>
  )
}

function AccountField({
  label,
  accounts,
  value,
  onChange,
}: {
  label: string
  accounts: readonly SessionAccount[]
  value: number
  onChange: (id: number) => void
}) {
  const { lng } = useSite()
  return (
    <SelectField label={label} value={value} onChange={(id) => onChange(Number(id))}>
      {accounts.map(({ id, balance, currency }) => (
        <option key={id} value={id}>{`${currency.code} · ${formatMoney(balance, currency, lng)}`}</option>
      ))}
    </SelectField>
  )
}
