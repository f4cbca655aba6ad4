import { call } from '#platform/web/call.ts'
import type { listCall } from '../contract/passkey.ts'

export const PASSKEYS = '/web-api/office/passkeys'
export const passkeysQuery = {
  queryKey: ['passkeys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof listCall>('GET', PASSKEYS, { auth: 'token', signal }),
}
