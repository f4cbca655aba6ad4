/** What the page of personal data asks for, and what it sends. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage, errorTitle, STATUS_NETWORK } from '#platform/web/api-error.ts'
import { call, pageLanguage } from '#platform/web/call.ts'
import { saveFile } from '#platform/web/save-file.ts'
import type * as contract from '../contract.ts'

const PATH = '/web-api/office/privacy' as const
const KEY = ['privacy'] as const

export type Overview = Awaited<ReturnType<typeof readOverview>>

const readOverview = (signal?: AbortSignal) => call<typeof contract.overviewCall>('GET', PATH, { auth: 'token', signal })

/** While a copy is being made the page looks again. */
const LOOK_MS = 3_000

export const overviewQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => readOverview(signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.exports.some((one) => one.state === 'waiting') ? LOOK_MS : false),
})

/** Everything of the page is read again. */
export function usePrivacyChanged(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KEY })
}

export const askForCopy = () => call<typeof contract.exportCall>('POST', `${PATH}/export`, { auth: 'token', body: {} })
export const askToErase = () => call<typeof contract.eraseCall>('POST', `${PATH}/erase`, { auth: 'token', body: {} })
export const cancelErase = () => call<typeof contract.cancelEraseCall>('POST', `${PATH}/erase-cancel`, { auth: 'token', body: {} })

const DOWNLOAD = `${PATH}/download`

/** Saves the archive as a file of the browser. Throws what was said in its place; `generic` where that has no words. */
export async function saveCopy(id: number, generic: string): Promise<void> {
  const answer = await fetch(DOWNLOAD, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'x-lng': pageLanguage() },
    body: JSON.stringify({ id }),
  }).catch(() => null)
  const file = answer?.ok ? await answer.blob().catch(() => null) : null
  if (!file) throw refusalOf(answer?.status ?? STATUS_NETWORK, answer?.ok ? null : await answer?.json().catch(() => null), generic)
  saveFile(`my-data-${id}.zip`, file)
}

function refusalOf(status: number, response: unknown, generic: string): ApiError {
  const request = { method: 'POST', url: DOWNLOAD, params: null, headers: {}, statusCode: status }
  return new ApiError({ message: errorMessage(response, undefined, generic), title: errorTitle(status), status, response, request })
}
