/**
 * Spelpaus, the Swedish register of self-exclusions, behind the register port, by the public documentation of
 * Spelinspektionen: `POST /api/blocking-info/<actor>` before registration and play, `POST /api/marketing-single-subjectid/<actor>`
 * before advertising, both with a request id of ours that comes back with the answer.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { SECOND, type Clock } from '#lib/time.ts'
import { outbound } from '#platform/server/outbound.ts'
import { readSecretFile } from '#platform/server/secret-file.ts'
import { personalNumber } from '../rules/personal-number.ts'
import type { RegisterPort, RegisterPurpose } from './register-port.ts'

const COUNTRY = 'SE'
const PATIENCE_MS = 3 * SECOND
const MAX_ANSWER = 10_000

const settingsSchema = z.strictObject({
  /** Address of the service: https://api.spelpaus.se, or that of the test system. */
  url: z.url({ protocol: /^https?$/ }),
  /** The licensee's name there. */
  actorId: z.string().regex(/^[\w.-]{1,100}$/),
  apiKey: z.string().min(10).max(300),
})
export type SpelpausSettings = z.output<typeof settingsSchema>

/** Reads the file of REGISTER_SPELPAUS; a wrong one stops the start with its first fault. */
export function readSpelpausSettings(file: string): SpelpausSettings {
  return readSecretFile('REGISTER_SPELPAUS', file, settingsSchema)
}

const answerSchema = z.object({ isBlocked: z.boolean(), requestId: z.string().max(100), responseId: z.string().max(100) })
const PATHS: Readonly<Record<RegisterPurpose, string>> = { play: 'blocking-info', marketing: 'marketing-single-subjectid' }

/** It knows people by their personal number alone: whoever has none of Sweden is not in it. */
export function spelpausRegister(
  settings: SpelpausSettings,
  clock: Clock,
  get: typeof fetch = outbound({ to: [settings.url] }),
): RegisterPort {
  return {
    name: 'spelpaus',
    simulated: false,
    patienceMs: PATIENCE_MS,
    async ask({ national }, purpose) {
      if (national?.country !== COUNTRY) return { listed: false, until: null }
      const subjectId = personalNumber(national.code, clock.now())
      if (subjectId === null) return 'unclear'
      const requestId = randomUUID()
      const address = new URL(`/api/${PATHS[purpose]}/${encodeURIComponent(settings.actorId)}`, settings.url)
      const response = await get(address, {
        method: 'POST',
        headers: { authorization: settings.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ requestId, subjectId }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      // Nothing of the person stands in an error: those are logged.
      if (response.status !== 200 || text.length > MAX_ANSWER) throw new Error(`spelpaus answered ${response.status}`)
      const answer = answerSchema.parse(JSON.parse(text))
      if (answer.requestId !== requestId) throw new Error('spelpaus answered another request')
      return { listed: answer.isBlocked, until: null }
    },
  }
}
