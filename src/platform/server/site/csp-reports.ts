/**
 * What browsers report of the content security policy (standards WEB-04): counted by directive, and the first of each kind
 * logged. A report is written by whoever likes to, so nothing of it is believed and little of it is kept.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Logger } from '../log.ts'
import { counter } from '../metrics.ts'

export const CSP_REPORTS = '/csp-reports'
const MAX_BYTES = 16 * 1024
/** Words that somebody makes up must not fill the log, the memory or the counters. */
const MAX_KINDS = 50
const OTHER = 'other'

const report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().regex(/^[a-z-]{3,40}$/),
    'blocked-uri': z.string().max(2_000).catch(''),
  }),
})

export function registerCspReports(app: FastifyInstance, log: Pick<Logger, 'warn'>): void {
  const reports = counter('csp_reports_total', 'Violations of the content security policy that browsers reported', ['directive'])
  const known = new Set<string>()
  const directives = new Set<string>()
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/csp-report', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(CSP_REPORTS, async (request, reply) => {
      const read = readReport(String(request.body))
      if (!read) return reply.code(400).send()
      const { directive, blocked } = read
      reports.inc({ directive: isOneOf(directives, directive) ? directive : OTHER })
      const kind = `${directive} ${blocked}`
      if (!known.has(kind) && isOneOf(known, kind))
        log.warn({ directive, blocked }, 'a browser reports a violation of the content security policy')
      return reply.code(204).send()
    })
  })
}

/** Whether this word is one of the first that came. */
function isOneOf(first: Set<string>, word: string): boolean {
  if (first.size < MAX_KINDS) first.add(word)
  return first.has(word)
}

/** Directive and the origin (or the word) of what was blocked: a path may hold what is nobody's business. */
function readReport(text: string): { directive: string; blocked: string } | null {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = report.safeParse(given)
  if (!parsed.success) return null
  const { 'effective-directive': directive, 'blocked-uri': uri } = parsed.data['csp-report']
  return { directive, blocked: URL.canParse(uri) ? new URL(uri).origin : uri.replaceAll(/[^a-z-]/g, '').slice(0, 40) }
}
