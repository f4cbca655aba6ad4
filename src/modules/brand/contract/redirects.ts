/** Addresses that lead to others, without their language. */
import { z } from 'zod'

const address = z.string().startsWith('/')

export const redirects = z.record(address, address).superRefine((given, ctx) => {
  const from = Object.keys(given).find((start) => isEndless(given, start))
  if (from !== undefined) ctx.addIssue({ code: 'custom', path: [from], message: 'leads back to itself' })
})

/** A visitor who begins here never arrives. */
function isEndless(given: Readonly<Record<string, string>>, start: string): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = start; at !== undefined; at = given[pathOf(at)]) {
    if (seen.has(pathOf(at))) return true
    seen.add(pathOf(at))
  }
  return false
}

const pathOf = (target: string) => target.replace(/[?#].*$/, '')
