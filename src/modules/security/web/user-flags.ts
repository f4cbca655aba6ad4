import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import type { userConfigCall } from '#modules/account/contract.ts'

export interface UserFlags {
  email: string
  /** Masked, empty while none is bound. */
  phone: string
  isActivated: boolean
  emailConfirmed: boolean
  login: string
  authByEmail: boolean
  hasQuestion: boolean
  hasTwoFactor: boolean
  mustChangePassword: boolean
}

/** The same key and call as the account's own query: the cache holds one answer. */
export const userFlagsQuery = queryOptions({
  queryKey: ['user-config'],
  queryFn: async ({ signal }) =>
    (await call<typeof userConfigCall>('GET', '/web-api/user/getuserconfig', { signal })) as unknown as UserFlags,
  staleTime: 10_000,
})
