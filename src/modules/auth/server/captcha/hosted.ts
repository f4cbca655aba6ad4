/**
 * Captchas of others. Their script runs in a frame with a policy of its own (WEB-22): the page of the site never loads
 * it, and the frame may call nobody but the provider.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { languageTag } from '#lib/language-tag.ts'
import { outbound } from '#platform/server/outbound.ts'
import { readSecretFile } from '#platform/server/secret-file.ts'
import type { HostedKind } from '../../rules/captcha.ts'
import type { AuthDeps } from '../deps.ts'

const keyPair = z.strictObject({ siteKey: z.string().min(1).max(200), secret: z.string().min(1).max(200) })
const keysSchema = z.record(z.string(), z.strictObject({ hcaptcha: keyPair.optional(), google: keyPair.optional() }))

export type HostedKeys = z.output<typeof keysSchema>

/** Keys of hosted captchas by brand, from a file that the operator keeps. Throws EnvError with one sentence when it is damaged. */
export function readHostedKeys(file: string | null): HostedKeys {
  return file === null ? {} : readSecretFile('CAPTCHA_KEYS', file, keysSchema)
}

interface Provider {
  script: string
  verify: string
  /** Origins that the frame may talk to. */
  hosts: readonly string[]
  /** The global object of the script. */
  global: 'hcaptcha' | 'grecaptcha'
}

/**
 * Google's captcha is reached by another name in the country that the specification (9) calls id 90. That is China,
 * which has a longer id in our own table: the letters are the same everywhere.
 */
const OTHER_DOMAIN_COUNTRY = 'CN'

function providerOf(kind: HostedKind, country: string): Provider {
  if (kind === 'hcaptcha') {
    return {
      script: 'https://js.hcaptcha.com/1/api.js',
      verify: 'https://api.hcaptcha.com/siteverify',
      hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
      global: 'hcaptcha',
    }
  }
  const host = country === OTHER_DOMAIN_COUNTRY ? 'https://www.recaptcha.net' : 'https://www.google.com'
  return {
    script: `${host}/recaptcha/api.js`,
    verify: `${host}/recaptcha/api/siteverify`,
    hosts: [host, 'https://www.gstatic.com', 'https://www.gstatic.cn'],
    global: 'grecaptcha',
  }
}

/** Stands in for hosted captchas without keys: development only. */
export interface CaptchaSimulator {
  keys: { siteKey: string; secret: string }
  /** Where the site serves its imitation of an address of the provider. */
  pathOf(address: string): string
  /** Reaches the imitation without a socket. */
  fetch: typeof fetch
}

/** A hosted captcha as one brand uses it in one country. */
export interface HostedClient {
  provider: Provider
  siteKey: string
  secret: string
  fetch: typeof fetch
}

export function hostedClient(
  kind: HostedKind,
  given: { keys: HostedKeys[string] | undefined; country: string; simulator: CaptchaSimulator | null; fetch?: typeof fetch | undefined },
): HostedClient | null {
  const provider = providerOf(kind, given.country)
  const own = given.keys?.[kind]
  if (own) return { provider, ...own, fetch: given.fetch ?? outbound({ to: [provider.verify] }) }
  const { simulator } = given
  if (!simulator) return null
  const verify = `http://localhost${simulator.pathOf(provider.verify)}`
  const imitated = { ...provider, script: simulator.pathOf(provider.script), verify, hosts: ["'self'"] }
  return { provider: imitated, ...simulator.keys, fetch: simulator.fetch }
}

const VERIFY_TIMEOUT_MS = 5_000

/** Asks the provider; what does not answer in five seconds has not passed. */
export async function isHostedPassed(client: HostedClient, given: { token: string; ip: string }, log?: AuthDeps['log']): Promise<boolean> {
  try {
    const answer = await client.fetch(client.provider.verify, {
      method: 'POST',
      body: new URLSearchParams({ secret: client.secret, response: given.token, remoteip: given.ip }),
      signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
    })
    return ((await answer.json()) as { success?: unknown }).success === true
  } catch (error) {
    // Nobody gets in while it lasts: somebody has to hear of it.
    log?.warn({ err: error, service: new URL(client.provider.verify).host }, 'a captcha was not judged by its provider')
    return false
  }
}

export interface FramePage {
  html: string
  policy: string
}

/**
 * The page inside the frame: an invisible widget, made once, run when its parent says `execute`. It tells its parent
 * `ready`, `open` (the visitor is asked something), `token`, `closed`, `expired` or `error`, to our own origin only.
 */
export function framePage(client: HostedClient, given: { lng: string; dark: boolean }): FramePage {
  const nonce = randomBytes(16).toString('base64')
  const { script, hosts, global } = client.provider
  const options = { siteKey: client.siteKey, theme: given.dark ? 'dark' : 'light', lng: given.lng, global, ...POLLING }
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
    html: `<!doctype html><html lang="${languageTag(given.lng)}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>captcha</title>
<style>html{color-scheme:${given.dark ? 'dark' : 'light'}}body{margin:0;min-height:80px}</style></head><body><div id="box"></div>
<script nonce="${nonce}">
const o=${JSON.stringify(options).replaceAll('<', '\\u003c')};${WIDGET}
</script><script nonce="${nonce}" src="${script}?render=explicit&amp;hl=${given.lng}" async defer></script></body></html>`,
  }
}

/** Specification §4 and §9: the provider's object is looked for every 100 ms, 300 times; its own window every 500 ms. */
const POLLING = { pollMs: 100, pollMost: 300, windowMs: 500 }

/** Google tells nobody that its window has opened or been closed: whether it is seen is asked of its frame. */
const WIDGET = `
const tell=(state,token)=>parent.postMessage({captcha:state,token:token||''},location.origin)
let api,id,tries=0,isOpen=false
const seen=()=>[...document.querySelectorAll('iframe[src*="/bframe"]')].some((f)=>getComputedStyle(f.parentElement).visibility==='visible'&&f.getBoundingClientRect().width>0)
const watch=()=>{const now=seen();if(now&&!isOpen)tell('open');if(!now&&isOpen)tell('closed');isOpen=now}
const end=(state,token)=>{isOpen=false;tell(state,token)}
const make=()=>{id=api.render('box',{sitekey:o.siteKey,theme:o.theme,hl:o.lng,size:'invisible',callback:(t)=>end('token',t),'expired-callback':()=>end('expired'),'chalexpired-callback':()=>end('expired'),'error-callback':()=>end('error'),'open-callback':()=>tell('open'),'close-callback':()=>end('closed')});if(o.global==='grecaptcha')setInterval(watch,o.windowMs);tell('ready')}
const poll=setInterval(()=>{api=window[o.global];if(api&&api.render){clearInterval(poll);make()}else if(++tries>=o.pollMost){clearInterval(poll);tell('error')}},o.pollMs)
addEventListener('message',(e)=>{if(e.origin!==location.origin||e.source!==parent||id===undefined)return;api.reset(id);isOpen=false;if(e.data==='execute')api.execute(id)})`
