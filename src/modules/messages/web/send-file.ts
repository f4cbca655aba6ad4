import type { ThreadReply } from '../contract/support.ts'
import { pageLanguage } from '#platform/web/call.ts'
import { FILE_TYPES } from '#modules/files/rules/file-kind.ts'

export const FILE_KINDS = FILE_TYPES.join()

/** The body is the file itself, so it does not go through the calls that send JSON. Throws an Error with the server's text. */
export async function sendFile(ticketId: number, file: File, failed: string): Promise<ThreadReply> {
  const query = new URLSearchParams({ ticket_id: String(ticketId), name: file.name.slice(0, 200) })
  const response = await fetch(`/web-api/office/support/file?${query}`, {
    method: 'POST',
    body: file,
    credentials: 'same-origin',
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': file.type || 'application/octet-stream',
      'x-lng': pageLanguage(),
    },
  }).catch(() => null)
  const answer = (await response?.json().catch(() => null)) as { success?: boolean; data?: ThreadReply; message?: string } | null
  if (!answer?.success || !answer.data) throw new Error(answer?.message ?? failed)
  return answer.data
}
