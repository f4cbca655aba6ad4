/** What the pages know about the signed-in player. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { USER_CONFIG_KEY } from '#platform/web/hidden-sports.ts'
import type { UserConfig, userConfigCall } from '../contract.ts'

export type { UserConfig }

export function readUserConfig(signal?: AbortSignal): Promise<UserConfig> {
  return call<typeof userConfigCall>('GET', '/web-api/user/getuserconfig', { signal })
}

export const userConfigQuery = queryOptions({
  queryKey: USER_CONFIG_KEY,
  queryFn: ({ signal }) => readUserConfig(signal),
  staleTime: 10_000,
})
