import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import type { listSessionsCall } from '#modules/auth/contract.ts'

const SHOWN = 50

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) =>
    call<typeof listSessionsCall>('POST', '/web-api/office/getusersessions', {
      auth: 'token',
      signal,
      body: { sessions_quantity: SHOWN, page_number: 1 } as never,
    }),
  staleTime: 0,
})
