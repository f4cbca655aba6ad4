import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { saveText } from '#platform/web/save-file.ts'
import { Button } from '#ui/Button.tsx'
import styles from './receipt.module.css'

type ReceiptTexts = typeof import('../../../../locales/ru/receipt.json')

/** The signed receipt of a bet as a file, and the page that checks such files without our server. */
export function ReceiptButton({ betId }: { betId: string }) {
  return (
    <Suspense>
      <Receipt betId={betId} />
    </Suspense>
  )
}

function Receipt({ betId }: { betId: string }) {
  const text = useTexts<ReceiptTexts>('receipt')
  const { lng } = useSite()
  const receipt = useMutation({
    mutationFn: () => request<object>('GET', '/web-api/bets/receipt', { query: { bet_id: betId }, auth: 'token' }),
    onSuccess: (file) => saveText(`polosa-receipt-${betId}.json`, JSON.stringify(file), 'application/json'),
  })
  return (
    <div className={styles.receipt}>
      <Button icon="download" kind="plain" loading={receipt.isPending} onClick={() => receipt.mutate()}>
        {text('download')}
      </Button>
      <a className={styles.check} href={`/verify-receipt?lng=${lng}`} target="_blank" rel="noopener">
        {text('check')}
      </a>
      {receipt.isError ? (
        <p role="alert" className={styles.error}>
          {text('failed')}
        </p>
      ) : null}
    </div>
  )
}
