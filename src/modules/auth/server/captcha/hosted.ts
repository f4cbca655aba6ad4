/**
 * Captchas of others. Their script runs in a frame with a policy of its own (WEB-22): the page of the site never loads
 * it, and the frame may call nobody but the provider.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { HostedKind } from '../../rules/captcha.ts'

const keyPair = z.strictObject({ siteKey: z.string().min(1).max(200), secret: z.string().min(1).max(200) })
const keysSchema = z.record(z.string(), z.strictObject({ hcaptcha: keyPair.optional(), google: keyPair.optional() }))

export type HostedKeys = z.output<typeof keysSchema>

/** Keys of hosted captchas by brand, from a file that the operator keeps. Throws with one sentence when it is damaged. */
export function readHostedKeys(file: string | null): HostedKeys {
  if (file === null) return {}
  if (!existsSync(file)) throw new Error(`CAPTCHA_KEYS: no file at ${file}`)
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`CAPTCHA_KEYS: ${file} is not JSON`)
  }
  const parsed = keysSchema.safeParse(raw)
  if (!parsed.success) throw new Error(`CAPTCHA_KEYS: ${parsed.error.issues[0]!.path.join('.')}: ${parsed.error.issues[0]!.message}`)
  return parsed.data
}

interface Provider {
  script: string
  verify: string
  /** Origins that the frame may talk to. */
  hosts: readonly string[]
  /** The global object of the script. */
  global: 'hcaptcha' | 'grecaptcha'
}

/** Google's captcha is reached by another name in the country with our id 90 (specification 9). */
const OTHER_DOMAIN_COUNTRY = 90

export function providerOf(kind: HostedKind, countryId: number): Provider {
  if (kind === 'hcaptcha') {
    return {
      script: 'https://js.hcaptcha.com/1/api.js',
      verify: 'https://api.hcaptcha.com/siteverify',
      hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
      global: 'hcaptcha',
    }
  }
  const host = countryId === OTHER_DOMAIN_COUNTRY ? 'https://www.recaptcha.net' : 'https://www.google.com'
  return {
    script: `${host}/recaptcha/api.js`,
    verify: `${host}/recaptcha/api/siteverify`,
    hosts: [host, 'https://www.gstatic.com', 'https://www.gstatic.cn'],
    global: 'grecaptcha',
  }
}

const VERIFY_TIMEOUT_MS = 5_000

/** Asks the provider; what does not answer in five seconds has not passed. */
export async function isHostedPassed(
  verify: string,
  given: { secret: string; token: string; ip: string },
  fetchFrom: typeof fetch = fetch,
): Promise<boolean> {
  try {
    const answer = await fetchFrom(verify, {
      method: 'POST',
      body: new URLSearchParams({ secret: given.secret, response: given.token, remoteip: given.ip }),
      signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
    })
    return ((await answer.json()) as { success?: unknown }).success === true
  } catch {
    return false
  }
}

export interface FramePage {
  html: string
  policy: string
}

/** The page inside the frame. It tells its parent `ready`, `token`, `expired` or `error`, to our own origin only. */
export function framePage(given: { kind: HostedKind; countryId: number; siteKey: string; lng: string; dark: boolean }): FramePage {
  const nonce = randomBytes(16).toString('base64')
  const { script, hosts, global } = providerOf(given.kind, given.countryId)
  const options = JSON.stringify({ siteKey: given.siteKey, theme: given.dark ? 'dark' : 'light', lng: given.lng, global }).replaceAll(
    '<',
    '\\u003c',
  )
  const allowed = hosts.join(' ')
  return {
    policy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `frame-src ${allowed}`,
      `connect-src ${allowed}`,
      `style-src 'unsafe-inline' ${allowed}`,
      `img-src ${allowed} data:`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
    html: `<!doctype html><html lang="${given.lng}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>captcha</title>
<style>body{margin:0;display:grid;place-items:center;min-height:80px}</style></head><body><div id="box"></div>
<script nonce="${nonce}">
const o=${options};const tell=(state,token)=>parent.postMessage({captcha:state,token:token||''},location.origin)
window.captchaLoaded=()=>{window[o.global].render('box',{sitekey:o.siteKey,theme:o.theme,hl:o.lng,callback:(t)=>tell('token',t),'expired-callback':()=>tell('expired'),'error-callback':()=>tell('error')});tell('ready')}
</script><script nonce="${nonce}" src="${script}?onload=captchaLoaded&amp;render=explicit&amp;hl=${given.lng}" async defer></script></body></html>`,
  }
}
