/**
 * The port of SMS. One provider writes to the log that a message would have left, for houses without a gateway; the
 * other hands it to any gateway that takes an HTTP request, as configuration says. Neither ever logs a text, a number
 * or a secret.
 */
import { z } from 'zod'
import { outbound } from './outbound.ts'
import { readSecretFile } from './secret-file.ts'

export interface SmsPort {
  /** Throws when it was not taken: the caller tries again later. `key` names the message, for gateways that know repeats. */
  send(message: { to: string; text: string; key: string }): Promise<void>
}

export function logSms(log: { info(details: object, message: string): void }): SmsPort {
  return {
    async send({ to, key }) {
      log.info({ key, digits: to.replace(/\D/g, '').length }, 'no SMS gateway: a message would have left')
    },
  }
}

/** `{to}`, `{text}` and `{key}` stand for what is sent, in values of the query, the body and the head. */
const gatewaySchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST']).default('POST'),
  headers: z.record(z.string().max(60), z.string().max(500)).default({}),
  query: z.record(z.string().max(60), z.string().max(200)).default({}),
  /** json: the values as an object; form: as a form; left out: no body. */
  format: z.enum(['json', 'form']).default('json'),
  body: z.record(z.string().max(60), z.string().max(200)).default({}),
  timeoutMs: z.int().min(100).max(60_000).default(10_000),
})
export type SmsGateway = z.output<typeof gatewaySchema>

/** The file that SMS_GATEWAY_FILE names. Throws EnvError. */
export function readSmsGateway(path: string): SmsGateway {
  return readSecretFile('SMS_GATEWAY_FILE', path, gatewaySchema)
}

const TRIES = 3

/** Up to three tries where the gateway was not reached, was busy or failed; a refusal (4xx) is not repeated at once. */
export function httpSms(gateway: SmsGateway, pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))): SmsPort {
  return {
    async send(message) {
      for (let tried = 1; ; tried += 1) {
        const status = await sendOnce(gateway, message)
        if (status >= 200 && status < 300) return
        const mayRepeat = status === 0 || status === 429 || status >= 500
        // What the gateway said may hold the number or the text: only its status is told.
        if (!mayRepeat || tried >= TRIES) throw new Error(`the SMS gateway answered ${status}`)
        await pause(300 * 2 ** tried)
      }
    },
  }
}

/** Status of the answer; 0 = none came in time. */
async function sendOnce(
  { url, method, headers, query, format, body, timeoutMs }: SmsGateway,
  message: Record<string, string>,
): Promise<number> {
  const filled = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value.replace(/\{(to|text|key)\}/g, (_whole, part: string) => message[part] ?? ''),
      ]),
    )
  const address = new URL(url)
  for (const [name, value] of Object.entries(filled(query))) address.searchParams.set(name, value)
  const values = filled(body)
  const payload = method === 'GET' ? null : format === 'json' ? JSON.stringify(values) : new URLSearchParams(values).toString()
  const type = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  try {
    const answer = await outbound({ to: [url] })(address, {
      method,
      headers: { ...(payload === null ? {} : { 'content-type': type }), ...filled(headers) },
      body: payload,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}
