/** Texts that become markup or the address of a script (standards WEB-04); the policy of the page names both policies. */
interface Policy {
  createScriptURL(address: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML?(html: string): string; createScriptURL?(address: string): string }): Policy
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** React begins anew with an empty script element where a page cannot be taken over; any other markup becomes nothing. */
const EMPTY_SCRIPT = '<script></script>'

/** For texts that nobody has vouched for. Called once, before anything is drawn. */
export function trustNothing(): void {
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === EMPTY_SCRIPT ? html : '') })
}

const WORKER = '/worker.js'
let address: string | undefined

/** Starts the site's worker, the only script that is loaded by its address. Throws where the browser forbids workers. */
export async function startWorker(): Promise<void> {
  address ??= trustedTypes?.createPolicy('polosa-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER
  await navigator.serviceWorker.register(address)
}
