/** What the pages know about the signed-in player. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import type { userConfigCall } from '../contract.ts'

export interface UserConfig {
  userId: number
  login: string
  /** Masked: a***@example.test. */
  email: string
  phone: string
  name: string
  surname: string
  countryId: number
  currencyIso: string
  accountId: number
  isActivated: boolean
  /** False for a one-click account that was not made a full one. */
  isFull: boolean
  isVerified: boolean
  hasTwoFactor: boolean
  mustChangePassword: boolean
  lastSession: { date: number; device: string; country: string } | null
  /** Sports that are neither shown nor bet on. */
  disallowSports: { line: readonly number[]; live: readonly number[] }
  settings: Readonly<Record<string, number>>
}

export async function readUserConfig(signal?: AbortSignal): Promise<UserConfig> {
  return (await call<typeof userConfigCall>('GET', '/web-api/user/getuserconfig', { signal })) as unknown as UserConfig
}

export const userConfigQuery = queryOptions({
  queryKey: ['user-config'],
  queryFn: ({ signal }) => readUserConfig(signal),
  staleTime: 10_000,
})
