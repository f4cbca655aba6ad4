/** Leaves for another service; a wallet in the page signs here. */
import { call } from '#platform/web/call.ts'
import { leaveFor } from '#platform/web/leave-for.ts'
import { storage } from '#platform/web/storage.ts'
import type { SocialProvider } from '#platform/shared/site-config.ts'
import type { socialBeginCall } from '../../contract/social.ts'

interface Wallet {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** No wallet in this browser, and nothing stands in for one. */
export class NoWallet extends Error {
  override name = 'NoWallet'
}

const START = '/socauth/begin'

/** `asked` is where the visitor wants to go afterwards. Throws ApiError, NoWallet, and what a wallet refuses with. */
export async function beginSocial(
  provider: SocialProvider,
  { lng, asked, purpose }: { lng: string; asked: string | null; purpose: 'sign_in' | 'link' },
): Promise<void> {
  await storage.set('draft-social-way', { asked, purpose })
  const wallet = (window as { ethereum?: Wallet }).ethereum
  const auth = purpose === 'link' ? { auth: 'token' as const } : {}
  if (provider === 'metamask' && wallet) {
    const [address] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]
    const { state, message } = await call<typeof socialBeginCall>('POST', START, {
      ...auth,
      body: { provider, purpose, address: address ?? '' },
    })
    const signature = (await wallet.request({ method: 'personal_sign', params: [message, address] })) as string
    return leaveFor(`/${lng}/social/metamask#${new URLSearchParams({ state, address: address ?? '', signature }).toString()}`)
  }
  const { url } = await call<typeof socialBeginCall>('POST', START, { ...auth, body: { provider, purpose, address: '' } })
  if (url === '') throw new NoWallet()
  await leaveFor(url)
}
