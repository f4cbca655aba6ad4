import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { unpack } from './packed.ts'

/** ErrorCode of what a loaded server has turned off (XT-79). */
const BUSY = 503

/**
 * One per page in the browser, one per request on the server. One attempt by default (RQ-09); reads that failed for
 * want of a network are tried once more. Data stays fresh for ten seconds: the live store carries what moves.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (count, error) =>
          count < 1 &&
          isApiError(error) &&
          !error.isCancel &&
          (error.status === 0 || error.status >= 500) &&
          error.status !== 501 &&
          // An extra that is turned off for load: asking again would be more of it.
          error.code !== BUSY,
      },
      mutations: { retry: false },
      hydrate: { deserializeData: unpack },
    },
  })
}
