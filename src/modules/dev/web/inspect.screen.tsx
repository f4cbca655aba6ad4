import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { visitContext } from '#platform/shared/visit.ts'
import { storedRecords } from '#platform/web/stored-records.ts'
import type { StorageRecord } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import type { Route } from './+types/inspect.screen.ts'
import { readPageRecord, type CallLine, type PageRecord } from './page-record.ts'
import styles from './Inspect.module.css'

/** Not a page of the site: only development has it. */
export function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  if (visit.mode !== 'development') throw new Response(null, { status: 404 })
  return { texts: visit.dictionary(['dev']) }
}

const RESULT_NAMES = ['', 'success', 'error', 'network error', 'close'] as const
const STATE_NAMES = ['queued', 'opened', 'closed', 'error'] as const

/** What the browser did: calls with their results, modals with their states, stored records. */
export default function InspectScreen({ loaderData }: Route.ComponentProps) {
  // The texts of development do not come with the document.
  const text = (key: string) => loaderData.texts['dev']?.[key] ?? ''
  const [record, setRecord] = useState<PageRecord>({ calls: [], modals: [] })
  const [stored, setStored] = useState<Record<string, StorageRecord<unknown>>>({})
  const read = useCallback(() => {
    setRecord(readPageRecord())
    // Without a database nothing is stored.
    storedRecords().then(setStored, () => {})
  }, [])
  useEffect(() => {
    read()
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [read])
  return (
    <section className={styles.page} data-testid="page-record">
      <h1>{text('page_inspect')}</h1>
      <Button onClick={read}>{text('page_refresh')}</Button>
      <Table title={text('page_modals')} empty={text('page_empty')}>
        {record.modals.toReversed().map((modal) => (
          <tr key={`${modal.at}-${modal.id}-${modal.state}`}>
            <td>{timeOf(modal.at)}</td>
            <td>{modal.name}</td>
            <td>{`${modal.state} ${STATE_NAMES[modal.state]}`}</td>
          </tr>
        ))}
      </Table>
      <Table title={text('page_calls')} empty={text('page_empty')}>
        {record.calls.toReversed().map((call) => (
          <CallRow key={`${call.at}-${call.method}-${call.path}-${call.tookMs}`} call={call} />
        ))}
      </Table>
      <Table title={text('page_storage')} empty={text('page_empty')}>
        {Object.entries(stored).map(([key, { value, expireDate }]) => (
          <tr key={key}>
            <td>{key}</td>
            <td>{JSON.stringify({ value, expireDate })}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

function CallRow({ call }: { call: CallLine }) {
  return (
    <tr>
      <td>{timeOf(call.at)}</td>
      <td>{`${call.method} ${call.path}`}</td>
      <td>{`${call.result} ${RESULT_NAMES[call.result]}`}</td>
      <td>{`${call.httpCode} · ${Math.round(call.tookMs)} ms`}</td>
      <td>{call.error ? JSON.stringify(call.error) : null}</td>
    </tr>
  )
}

function Table({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <>
      <h2>{title}</h2>
      {children.length ? (
        <table>
          <tbody>{children}</tbody>
        </table>
      ) : (
        <p>{empty}</p>
      )}
    </>
  )
}

const timeOf = (at: number) => new Date(at).toISOString().slice(11, 23)
