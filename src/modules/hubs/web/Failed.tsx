/** A question without an answer says nothing about what there is: the page says that, and asks again. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '#platform/web/i18n.ts'
import { ErrorState } from '#ui/States.tsx'

type Asked = Pick<UseQueryResult<unknown>, 'isError' | 'data' | 'refetch'>

/** What was answered once stands, also when the next answer does not come. */
const isMissing = ({ isError, data }: Asked): boolean => isError && data === undefined

export function hasFailed(...asked: readonly Asked[]): boolean {
  return asked.some(isMissing)
}

export function Failed({ asked }: { asked: readonly Asked[] }) {
  const text = useTexts<typeof import('../../../../locales/ru/site.json')>('site')
  const again = () => void Promise.all(asked.filter(isMissing).map(({ refetch }) => refetch()))
  return <ErrorState onRetry={again}>{text('list_failed')}</ErrorState>
}
