/** What the page of personal data asks for, and what it sends. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ProofNeeded } from '#modules/auth/web/index.ts'
import { call, pageLanguage } from '#platform/web/call.ts'
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

/** The server wants to see the password first; every other refusal is told in its words. */
const PASSWORD_NEEDED = 91

/** Saves the archive as a file of the browser. Throws the server's words. */
export async function saveCopy(id: number): Promise<void> {
  const answer = await fetch(`${PATH}/download`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'x-lng': pageLanguage() },
    body: JSON.stringify({ id }),
  })
  if (!answer.ok) {
    const said = (await answer.json().catch(() => ({}))) as { detail?: string; message?: string; error_code?: number; errorCode?: number }
    if ((said.error_code ?? said.errorCode) === PASSWORD_NEEDED) throw new ProofNeeded()
    throw new Error(said.detail ?? said.message ?? '')
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = `my-data-${id}.zip`
  link.click()
  URL.revokeObjectURL(link.href)
}
