/** What a button or a notice promises, done. */
import type { SessionPort } from '#platform/web/session.tsx'
import { stream } from '#platform/web/stream-client.ts'
import type { Fix } from '../rules/state/index.ts'
import type { CouponStore } from './coupon-store.ts'

export function performFix(fix: Fix, store: CouponStore, session: SessionPort, navigate: (to: string) => void): void {
  switch (fix.do) {
    case 'remove':
      return store.dispatch({ do: 'remove', keys: fix.keys })
    case 'leave':
      return store.dispatch({ do: 'leave' })
    case 'moveLive':
      return store.dispatch({ do: 'moveLive', keys: fix.keys })
    case 'makeSingles':
      return store.dispatch({ do: 'kind', kind: 'singles' })
    case 'makeKind':
      return store.dispatch({ do: 'kind', kind: fix.kind })
    case 'splitBlocks':
      return store.dispatch({ do: 'splitBlocks' })
    case 'setSize':
      return store.dispatch({ do: 'size', size: fix.size })
    case 'blockStake':
      return store.dispatch({ do: 'blockStake', index: fix.index, text: fix.text })
    case 'setOptions':
      return store.dispatch({ do: 'options', options: fix.options })
    case 'setStake':
      return store.dispatch({ do: 'stake', text: store.textOf(fix.minor), betKey: fix.betKey ?? undefined })
    case 'accept':
      store.dispatch({ do: 'accept' })
      return store.send(true)
    case 'place':
      return store.send(false)
    case 'retry':
      return store.send(true)
    case 'signIn':
      return session.signIn()
    case 'moneyAccount':
      return session.payFromMoney()
    case 'deposit':
      return session.deposit(fix.minor)
    case 'limits':
      return navigate('/office/limits')
    case 'reconnect':
      stream.reconnect()
      return store.reconnected()
    case 'check':
      return store.checkSoon(0)
    case 'done':
      return store.dispatch({ do: 'done', keep: false })
    case 'nothing':
      return
  }
}
